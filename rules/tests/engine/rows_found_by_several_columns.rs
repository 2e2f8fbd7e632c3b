program! {
    @input
    struct Edge(u32, u32);
    @input
    struct Mark(u32);
    struct Triangle(u32, u32, u32);
    @output
    struct Found(u32, u32);

    Triangle(a, b, c) <- Edge(a, b), Edge(b, c), Edge(c, a);
    Found(a, c) <- Triangle(a, _, c), Mark(a);
    Found(a, a) <- Mark(b), Triangle(a, b, _), !Triangle(b, _, a);
    Found(b, c) <- Edge(b, c), Triangle(_, b, c), Found(b, _);
}
