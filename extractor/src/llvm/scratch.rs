//! Properties that LLVM-C does not expose, but prints.
//!
//! When LLVM prints an instruction or global of a large module, it first walks its whole function
//! or module. The entity is therefore copied or attached to a small function of a separate module
//! in the same context, and parsed from the printout of that function.

use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;

use facts_schema::InstructionFlag;

#[cfg(feature = "llvm19-1")]
use super::llvm19::*;
use super::*;

/// A module from which entities are printed.
pub struct Scratch<'m> {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    builder: LLVMBuilderRef,
    /// A function without parameters that returns void, whose only block is empty.
    function: LLVMValueRef,
    lifetime: PhantomData<&'m ()>,
}

impl<'m> Scratch<'m> {
    /// Creates an empty module in the context of `module`.
    pub fn new(module: Module<'m>) -> Self {
        let context = module.context();
        // SAFETY: the context lives as long as `'m`; everything created here is freed on drop.
        unsafe {
            let scratch = LLVMModuleCreateWithNameInContext(c"scratch".as_ptr(), context);
            let void = LLVMVoidTypeInContext(context);
            let function_type = LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
            let function = LLVMAddFunction(scratch, c"f".as_ptr(), function_type);
            let block = LLVMAppendBasicBlockInContext(context, function, c"".as_ptr());
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderAtEnd(builder, block);
            Self { context, module: scratch, builder, function, lifetime: PhantomData }
        }
    }

    /// An attribute as LLVM prints it on a parameter.
    pub fn attribute_text(&self, attribute: Attribute<'m>) -> Vec<u8> {
        // SAFETY: attribute and module belong to the same context; the function is deleted again.
        let text = unsafe {
            let mut parameter = LLVMInt32TypeInContext(self.context);
            let void = LLVMVoidTypeInContext(self.context);
            let function_type = LLVMFunctionType(void, &mut parameter, 1, 0);
            let function = LLVMAddFunction(self.module, c"g".as_ptr(), function_type);
            LLVMAddAttributeAtIndex(function, RETURN_ATTRIBUTES + 1, attribute.raw());
            let text = take_message(LLVMPrintValueToString(function));
            LLVMDeleteFunction(function);
            text
        };
        between(&text, b"(i32 ", b")\n")
    }

    /// A calling convention as LLVM prints it.
    pub fn calling_convention(&self, number: u32) -> Vec<u8> {
        // SAFETY: the function is ours.
        let text = unsafe {
            LLVMSetFunctionCallConv(self.function, number);
            let text = take_message(LLVMPrintValueToString(self.function));
            LLVMSetFunctionCallConv(self.function, 0);
            text
        };
        let name = between(&text, b"define ", b"void @f(");
        let name = name.trim_ascii();
        if name.is_empty() { b"ccc".to_vec() } else { name.to_vec() }
    }

    /// The name of a comdat.
    pub fn comdat_name(&self, comdat: Comdat<'m>) -> Vec<u8> {
        // SAFETY: the global is ours; it leaves the comdat again before it is deleted.
        let text = unsafe {
            let r#type = LLVMInt8TypeInContext(self.context);
            // The global has a name that no comdat can have; otherwise LLVM would omit the comdat's
            // name.
            let global = LLVMAddGlobal(self.module, r#type, c"".as_ptr());
            LLVMSetComdat(global, comdat.raw());
            let text = take_message(LLVMPrintValueToString(global));
            LLVMSetComdat(global, std::ptr::null_mut());
            LLVMDeleteGlobal(global);
            text
        };
        crate::spelling::unquote(&between(&text, b"comdat($", b")"))
    }

    /// The name of a kind of metadata attachment.
    pub fn metadata_kind(&self, number: u32) -> Vec<u8> {
        // SAFETY: the instruction is ours and is erased again.
        let text = unsafe {
            let instruction = LLVMBuildUnreachable(self.builder);
            let empty = LLVMMDNodeInContext2(self.context, std::ptr::null_mut(), 0);
            LLVMSetMetadata(instruction, number, LLVMMetadataAsValue(self.context, empty));
            let text = take_message(LLVMPrintValueToString(instruction));
            LLVMInstructionEraseFromParent(instruction);
            text
        };
        crate::spelling::unescape(&between(&text, b"unreachable, !", b" !"))
    }

    /// The name of a `syncscope`.
    pub fn synchronization_scope(&self, number: u32) -> Vec<u8> {
        use inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingAcquire;
        // SAFETY: the instruction is ours and is erased again.
        let text = unsafe {
            let fence = LLVMBuildFenceSyncScope(
                self.builder,
                LLVMAtomicOrderingAcquire,
                number,
                c"".as_ptr(),
            );
            let text = take_message(LLVMPrintValueToString(fence));
            LLVMInstructionEraseFromParent(fence);
            text
        };
        crate::spelling::unescape(&between(&text, b"syncscope(\"", b"\")"))
    }

    /// The flags of an `alloca` that LLVM-C does not expose.
    pub fn alloca_flags(&self, alloca: Alloca<'m>) -> Vec<InstructionFlag> {
        // SAFETY: the copy is ours and is erased again.
        let text = unsafe {
            let copy = LLVMInstructionClone(alloca.instruction().raw());
            // LLVM would also print attached metadata, after numbering it and everything that it
            // refers to.
            for (kind, _) in alloca.instruction().metadata() {
                LLVMSetMetadata(copy, kind, std::ptr::null_mut());
            }
            inkwell::llvm_sys::debuginfo::LLVMInstructionSetDebugLoc(copy, std::ptr::null_mut());
            LLVMInsertIntoBuilder(self.builder, copy);
            let text = take_message(LLVMPrintValueToString(copy));
            LLVMInstructionEraseFromParent(copy);
            text
        };
        let words = text.split(|&byte| byte == b' ').skip_while(|word| *word != b"alloca").skip(1);
        words
            .map_while(|word| match word {
                b"inalloca" => Some(InstructionFlag::InAlloca),
                b"swifterror" => Some(InstructionFlag::SwiftError),
                _ => None,
            })
            .collect()
    }
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        // SAFETY: both are ours, and nothing refers to them any more.
        unsafe {
            LLVMDisposeBuilder(self.builder);
            LLVMDisposeModule(self.module);
        }
    }
}

/// The part of `text` between the first `start` and the last `end`.
fn between(text: &[u8], start: &[u8], end: &[u8]) -> Vec<u8> {
    let find = |needle: &[u8]| text.windows(needle.len()).position(|window| window == needle);
    let find_last = |needle: &[u8]| text.windows(needle.len()).rposition(|window| window == needle);
    match (find(start), find_last(end)) {
        (Some(first), Some(last)) if first + start.len() <= last => {
            text[first + start.len()..last].to_vec()
        }
        _ => Vec::new(),
    }
}
