//! What calls pass and functions take, as far as it tells which functions a call may be of.
//!
//! A call whose type is not that of the function has undefined behaviour, and programs contain it
//! nevertheless: functions are declared without a prototype, or pointers to them cast. LLVM tolerates
//! it where each argument can be cast to its parameter without changing a bit, so that types of the
//! same size are the same here, if their values are passed in registers of the same kind. Arguments that
//! the function does not take are dropped, and nobody minds a result that is not used.

use facts_schema::TypeId;

/// What can be passed as what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArgumentClass {
    /// Nobody knows: anything.
    #[default]
    Any,
    /// Nothing at all: `void`.
    Nothing,
    /// An integer or a pointer of so many bits.
    General(u64),
    /// A floating-point number or a vector of so many bits.
    Vector(u64),
    /// A structure or an array, which is no other.
    Aggregate(TypeId),
}

impl ArgumentClass {
    /// Whether what has the one shape can be taken as the other.
    pub fn fits(self, other: Self) -> bool {
        self == other || self == Self::Any || other == Self::Any
    }
}

/// The shapes of what is passed and returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentClasses {
    /// Of arguments or parameters, by position. Of further ones nothing is known.
    pub parameters: Vec<ArgumentClass>,
    /// Of what is returned. For a call whose result nobody uses, it is nothing.
    pub result: ArgumentClass,
}

impl ArgumentClasses {
    /// Whether a call that passes and expects these can be one of a function that takes and returns
    /// the others.
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
    fn further_arguments_and_unused_results_do_not_matter() {
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
