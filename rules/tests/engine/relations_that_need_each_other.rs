program! {
    @input
    struct Edge(u32, u32);
    @input
    struct Mark(u32);
    struct Odd(u32, u32);
    struct Even(u32, u32);
    @output
    struct Found(u32, u32);

    Odd(from, to) <- Edge(from, to);
    Odd(from, to) <- Even(from, over), Edge(over, to);
    Even(from, to) <- Edge(over, to), Odd(from, over);
    Found(from, to) <- Even(from, to), !Odd(from, to), Mark(from);
}
