program! {
    @input
    struct Edge(u32, u32);
    @input
    struct Mark(u32);
    struct Reached(u32);
    @output
    struct Found(u32, u32);

    Reached(node) <- Mark(node);
    Reached(to) <- Reached(from), Edge(from, to);
    Found(from, to) <- Edge(from, to), !Reached(to);
    Found(from, 100) <- Edge(_, from), !Edge(from, _);
    Found(101, to) <- Edge(to, _), !Edge(_, to);
    Found(102, to) <- Edge(_, to), !Mark(_);
}
