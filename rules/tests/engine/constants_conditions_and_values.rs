program! {
    @input
    struct Edge(u32, u32);
    @input
    struct Mark(u32);
    @output
    struct Found(u32, u32);

    Found(0, 7);
    Found(from, sum) <- Edge(from, 2), Edge(2, to), let sum = from + to, (sum > 3);
    Found(from, it) <- Edge(from, to), (to < 3), for it in to..3;
    Found(mark, half) <- Mark(mark), let Some(half) = mark.checked_sub(4);
    Found(to, next) <- Found(from, to), Edge(from + 1, next);
}
