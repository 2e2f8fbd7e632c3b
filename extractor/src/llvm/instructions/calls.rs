//! Calls: arguments, attributes, operand bundles and targets.

use inkwell::llvm_sys::core::*;

use facts_schema::{Opcode, TailCallKind};

use super::*;

/// An operand bundle of a call.
pub struct Bundle<'m> {
    pub tag: Vec<u8>,
    pub inputs: Vec<Option<Value<'m>>>,
}

impl<'m> Call<'m> {
    /// The arguments.
    pub fn arguments(self) -> impl Iterator<Item = Option<Value<'m>>> {
        (0..self.argument_count()).map(move |position| self.0.operand(position))
    }

    /// The attributes of the call at this position of the attribute list.
    pub fn attributes(self, position: u32, attributes: &mut Vec<Attribute<'m>>) {
        // SAFETY: the buffer has room for all attributes.
        unsafe {
            let count = LLVMGetCallSiteAttributeCount(self.raw(), position) as usize;
            attributes.clear();
            if count > 0 {
                let mut list = vec![std::ptr::null_mut(); count];
                LLVMGetCallSiteAttributes(self.raw(), position, list.as_mut_ptr());
                attributes.extend(list.into_iter().map(Raw::<Attribute>::wrap));
            }
        }
    }

    /// The tail call marker of a `call`.
    pub fn tail_call_kind(self, opcode: Opcode) -> Option<TailCallKind> {
        if opcode != Opcode::Call {
            return None;
        }
        // SAFETY: the instruction is a `call`.
        words::tail_call_kind(unsafe { LLVMGetTailCallKind(self.raw()) })
    }

    /// The operand bundles.
    pub fn bundles(self) -> impl Iterator<Item = Bundle<'m>> {
        (0..self.bundle_count()).map(move |position| {
            // SAFETY: the position is below the count; the bundle is ours to free, and its inputs
            // live in the module.
            unsafe {
                let bundle = LLVMGetOperandBundleAtIndex(self.raw(), position);
                let mut length = 0;
                let tag = bytes(LLVMGetOperandBundleTag(bundle, &mut length), length).to_vec();
                let inputs = (0..LLVMGetNumOperandBundleArgs(bundle))
                    .map(|input| LLVMGetOperandBundleArgAtIndex(bundle, input).wrap())
                    .collect();
                LLVMDisposeOperandBundle(bundle);
                Bundle { tag, inputs }
            }
        })
    }

    /// The normal and the unwind destination of an `invoke`.
    pub fn invoke_targets(self, opcode: Opcode) -> Option<(Option<Block<'m>>, Option<Block<'m>>)> {
        // SAFETY: the instruction is an `invoke`.
        (opcode == Opcode::Invoke).then(|| unsafe {
            (LLVMGetNormalDest(self.raw()).wrap(), LLVMGetUnwindDest(self.raw()).wrap())
        })
    }

    /// The fallthrough and the indirect destinations of a `callbr`.
    pub fn callbr_targets(
        self,
        opcode: Opcode,
    ) -> Option<(Option<Block<'m>>, Vec<Option<Block<'m>>>)> {
        // SAFETY: the instruction is a `callbr`, and the positions are below the count.
        (opcode == Opcode::CallBr).then(|| unsafe {
            let indirect = (0..LLVMGetCallBrNumIndirectDests(self.raw()))
                .map(|position| LLVMGetCallBrIndirectDest(self.raw(), position).wrap())
                .collect();
            (LLVMGetCallBrDefaultDest(self.raw()).wrap(), indirect)
        })
    }
}
