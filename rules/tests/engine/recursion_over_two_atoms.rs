program! {
    @input
    struct Edge(u32, u32);
    @input
    struct Mark(u32);
    @output
    struct Found(u32, u32);

    Found(from, to) <- Mark(from), Edge(from, to);
    Found(from, to) <- Edge(from, to), Mark(to);
    Found(from, to) <- Found(from, over), Found(over, to);
}
