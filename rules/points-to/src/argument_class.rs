//! Classes of arguments and results, by which calls are matched with functions.
//!
//! A call whose type differs from the type of the function has undefined behaviour, but programs contain such
//! calls: functions are declared without a prototype, or pointers to them are cast. LLVM tolerates it if each
//! argument can be cast to its parameter without changing a bit. Types of the same size are therefore equal here
//! if their values are passed in registers of the same kind. Arguments that the function does not take are
//! dropped, and an unused result is ignored.

use facts_schema::TypeId;

/// A class of values that can be passed as one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArgumentClass {
    /// Unknown: it matches everything.
    #[default]
    Any,
    /// Nothing at all: `void`.
    Nothing,
    /// An integer or a pointer with this number of bits.
    General(u64),
    /// A floating-point number or a vector with this number of bits.
    Vector(u64),
    /// A structure or an array, which only matches its own type.
    Aggregate(TypeId),
}

impl ArgumentClass {
    /// Whether a value of one class can be passed as a value of the other.
    pub fn fits(self, other: Self) -> bool {
        self == other || self == Self::Any || other == Self::Any
    }
}

/// The classes of a call's or function's arguments and result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentClasses {
    /// The classes of arguments or parameters, by position. Nothing is known about the rest.
    pub parameters: Vec<ArgumentClass>,
    /// The class of the result. For a call whose result is unused, it is nothing.
    pub result: ArgumentClass,
}

impl ArgumentClasses {
    /// Whether a call that passes these arguments and expects this result can call a function with the classes
    /// `function`.
    pub fn fit(&self, function: &Self) -> bool {
        let mut passed = self.parameters.iter().zip(&function.parameters);
        passed.all(|(argument, parameter)| argument.fits(*parameter))
            && (self.result == ArgumentClass::Nothing || self.result.fits(function.result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes(parameters: &[ArgumentClass], result: ArgumentClass) -> ArgumentClasses {
        ArgumentClasses { parameters: parameters.to_vec(), result }
    }

    #[test]
    fn arguments_fit_parameters_of_their_size_and_kind() {
        let pointer = shapes(&[ArgumentClass::General(64)], ArgumentClass::Nothing);
        let number = shapes(&[ArgumentClass::General(32)], ArgumentClass::Nothing);
        let double = shapes(&[ArgumentClass::Vector(64)], ArgumentClass::Nothing);
        let pair = shapes(&[ArgumentClass::Aggregate(TypeId(3))], ArgumentClass::Nothing);
        let other_pair = shapes(&[ArgumentClass::Aggregate(TypeId(4))], ArgumentClass::Nothing);
        let all = [&pointer, &number, &double, &pair, &other_pair];
        for one in all {
            assert!(one.fit(one));
            assert!(one.fit(&ArgumentClasses::default()) && ArgumentClasses::default().fit(one));
            let alike = all.map(|other| one.fit(other));
            assert_eq!(alike.iter().filter(|it| **it).count(), 1);
        }
    }

    #[test]
    fn additional_arguments_and_unused_results_are_ignored() {
        let call = shapes(
            &[ArgumentClass::General(64), ArgumentClass::General(32)],
            ArgumentClass::Nothing,
        );
        assert!(call.fit(&shapes(&[ArgumentClass::General(64)], ArgumentClass::General(8))));
        let call = shapes(&[], ArgumentClass::General(64));
        assert!(!call.fit(&shapes(&[], ArgumentClass::Nothing)));
        assert!(!call.fit(&shapes(&[], ArgumentClass::General(32))));
    }
}
