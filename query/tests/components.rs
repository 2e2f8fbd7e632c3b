//! Expanded components. The expected programs have the rows that Soufflé returns for the texts.

mod print;

use query::texts::Texts;
use query::{parse, render};

#[track_caller]
fn read(text: &str) -> String {
    let mut texts = Texts::new();
    let main = texts.add("main.dl", text);
    match parse(&mut texts, main) {
        Ok(program) => print::program(&program),
        Err(diagnostics) => panic!("{}", render(&texts, &diagnostics, false)),
    }
}

#[test]
fn names_of_an_instance_are_qualified() {
    let text = ".comp C { .type T <: number .type U = T | number .decl r(x: T) .output r
                r(as(1, T)) :- !r(count : { r(2), g(sum y : r(y)) }), match(cat(x, y), min(1, z)), r(-3 + w). }
                .decl g(x: number) .init c = C g(x) :- c.r(x).";
    assert_eq!(
        read(text),
        ".type c.T <: number\n\
         .type c.U = c.T | number\n\
         .decl g(x:number)\n\
         .decl c.r(x:c.T)\n\
         .output c.r\n\
         g(x) :- c.r(x).\n\
         c.r(as(1, c.T)) :- !c.r(count : { c.r(2), g(sum y : { c.r(y) }) }), match(cat(x, y), min(1, z)), \
         c.r((-3 + w))."
    );
}

#[test]
fn clauses_of_relations_outside_stay_outside() {
    assert_eq!(
        read(".decl g(x:number) .comp C { g(1). .comp D { .decl q(x:number) g(2). } .init d = D g(x) :- d.q(x). }
              .init c = C"),
        ".decl g(x:number)\n.decl c.d.q(x:number)\ng(2).\ng(1).\ng(x) :- c.d.q(x)."
    );
}

#[test]
fn components_without_an_instance_have_no_effect() {
    assert_eq!(read(".comp C { .decl r() r(). }"), "");
}

#[test]
fn instances_are_separate() {
    assert_eq!(
        read(".comp C { .decl r() r(). } .init a = C .init b = C"),
        ".decl a.r()\n.decl b.r()\na.r().\nb.r()."
    );
}

#[test]
fn bases_are_inherited() {
    assert_eq!(
        read(
            ".comp A { .decl a() a(). } .comp B { .decl b() } .comp C : A, B { b() :- a(). } .init c = C"
        ),
        ".decl c.a()\n.decl c.b()\nc.a().\nc.b() :- c.a()."
    );
    assert_eq!(
        read(".comp A { .decl a() } .comp B : A { a(). } .comp C : B { .output a } .init c = C"),
        ".decl c.a()\n.output c.a\nc.a()."
    );
}

#[test]
fn parameters_stand_for_types() {
    assert_eq!(
        read(
            ".comp C<T, U> { .decl r(x:T, y:U) .type V <: T .type W = T | U } .init c = C<number, Function>"
        ),
        ".type c.V <: number\n.type c.W = number | Function\n.decl c.r(x:number, y:Function)"
    );
    assert_eq!(
        read(
            ".comp A<T> { .decl r(x:T) } .comp B<K> : A<K> { .init a = A<symbol> } .init b = B<float>"
        ),
        ".decl b.r(x:float)\n.decl b.a.r(x:symbol)"
    );
}

#[test]
fn parameters_stand_for_components() {
    assert_eq!(
        read(
            ".comp A<T> { .init i = T .decl s(x:number) s(x) :- i.r(x). }
              .comp C { .decl r(x:number) r(7). s(8). } .init b = A<C>"
        ),
        ".decl b.i.r(x:number)\n.decl b.s(x:number)\nb.i.r(7).\nb.s(8).\nb.s(x) :- b.i.r(x)."
    );
    assert_eq!(
        read(".comp Base { .decl r() r(). } .comp M<B> : B { .decl s() } .init m = M<Base>"),
        ".decl m.r()\n.decl m.s()\nm.r()."
    );
}

/// `T` within `D` is not the parameter of `C`, even if `D` is defined within `C`.
#[test]
fn parameters_are_known_only_within_their_component() {
    assert_eq!(
        read(
            ".type T <: symbol .comp D { .decl r(x:T) } .comp C<T> { .init d = D } .init c = C<number>"
        ),
        ".type T <: symbol\n.decl c.d.r(x:T)"
    );
    assert_eq!(
        read(
            ".type T <: symbol .comp C<T> { .comp D { .decl r(x:T) } .init d = D } .init c = C<number>"
        ),
        ".type T <: symbol\n.decl c.d.r(x:T)"
    );
}

#[test]
fn overridden_clauses_are_left_out() {
    assert_eq!(
        read(
            ".comp A { .decl r(x:number) overridable .decl s() r(1). s(). r(2), s() :- s(). }
              .comp B : A { .override r r(3). } .init a = A .init b = B"
        ),
        ".decl a.r(x:number)\n.decl a.s()\n.decl b.r(x:number)\n.decl b.s()\n\
         a.r(1).\na.s().\na.r(2), a.s() :- a.s().\n\
         b.s().\nb.s() :- b.s().\nb.r(3)."
    );
    assert_eq!(
        read(
            ".comp A { .decl r(x:number) overridable r(1). } .comp B : A { r(2). }
              .comp C : B { .override r r(3). } .init c = C"
        ),
        ".decl c.r(x:number)\nc.r(3)."
    );
}

#[test]
fn components_are_looked_up_from_the_inside_out() {
    assert_eq!(
        read(
            ".comp D { .decl outer() } .comp C { .comp D { .decl inner() } .init d = D } .init c = C .init d = D"
        ),
        ".decl c.d.inner()\n.decl d.outer()"
    );
    assert_eq!(
        read(
            ".comp A { .comp D { .decl r() } } .comp B : A { } .comp C : B { .init d = D } .init c = C"
        ),
        ".decl c.d.r()"
    );
}
