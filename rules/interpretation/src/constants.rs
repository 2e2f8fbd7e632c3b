//! Values of constants, and of the bytes of initializers.

use facts_schema::view::View;
use facts_schema::{Opcode, TypeId, TypeKind, ValueId, ValueKind};

use crate::value::{Interval, MAX_WIDTH, Value};

/// The maximum depth to which constants are followed.
const MAX_DEPTH: u32 = 32;

/// The width of an integer type that is followed.
pub(crate) fn width(view: &View, r#type: TypeId) -> Option<u32> {
    let width = view.types().width(r#type);
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

/// Undef or poison, if values of the type are followed.
pub(crate) fn deferred(view: &View, r#type: TypeId, value: Value) -> Option<Value> {
    (width(view, r#type).is_some() || is_plain_pointer(view, r#type)).then_some(value)
}

/// The zero value of a type.
pub(crate) fn zero(view: &View, r#type: TypeId) -> Value {
    match view.types().kind(r#type) {
        Some(TypeKind::Integer) => {
            width(view, r#type).map_or(Value::Unknown, |it| Value::integer(it, 0))
        }
        Some(TypeKind::Pointer) => Value::NULL,
        _ => Value::Unknown,
    }
}

/// The value of a constant. `global` gives the address of a global.
pub(crate) fn value(
    view: &View,
    constant: ValueId,
    global: &mut dyn FnMut(ValueId) -> Value,
) -> Value {
    value_within(view, constant, global, MAX_DEPTH)
}

fn value_within(
    view: &View,
    constant: ValueId,
    global: &mut dyn FnMut(ValueId) -> Value,
    depth: u32,
) -> Value {
    let (Some(kind), Some(r#type)) = (view.kind_of(constant), view.type_of(constant)) else {
        return Value::Unknown;
    };
    match kind {
        ValueKind::ConstantInteger => match (width(view, r#type), view.signed(constant)) {
            (Some(width), Some(number)) => Value::integer(width, number),
            _ => Value::Unknown,
        },
        ValueKind::NullPointer if is_plain_pointer(view, r#type) => Value::NULL,
        ValueKind::ZeroInitializer => zero(view, r#type),
        ValueKind::Undef => deferred(view, r#type, Value::Undef).unwrap_or(Value::Unknown),
        ValueKind::Poison => deferred(view, r#type, Value::Poison).unwrap_or(Value::Unknown),
        ValueKind::Function | ValueKind::GlobalVariable => global(constant),
        ValueKind::Alias => match view.alias.first(constant) {
            Some(row) if depth > 0 => value_within(view, row.aliasee, global, depth - 1),
            _ => Value::Unknown,
        },
        ValueKind::ConstantExpression if depth > 0 => expression(view, constant, global, depth - 1),
        _ => Value::Unknown,
    }
}

fn expression(
    view: &View,
    constant: ValueId,
    global: &mut dyn FnMut(ValueId) -> Value,
    depth: u32,
) -> Value {
    let Some(row) = view.constant_expression.first(constant) else { return Value::Unknown };
    let operands: Vec<ValueId> =
        view.constant_operand.all(constant).iter().map(|it| it.operand).collect();
    let (Some(first), rest) = (operands.first(), operands.get(1..).unwrap_or_default()) else {
        return Value::Unknown;
    };
    match row.opcode {
        Opcode::GetElementPtr => {
            let Some(step) = view.constant_getelementptr.first(constant) else {
                return Value::Unknown;
            };
            let indices: Vec<Value> =
                rest.iter().map(|it| value_within(view, *it, global, depth)).collect();
            let base = value_within(view, *first, global, depth);
            let Value::Based { base, offset } = base else { return Value::Unknown };
            let far = distance(view, step.source_type, rest, &indices).unwrap_or(Interval::ANY);
            Value::Based { base, offset: offset.plus(far).as_distance() }
        }
        Opcode::BitCast => value_within(view, *first, global, depth),
        _ => Value::Unknown,
    }
}

/// Whether null is not a valid address in this pointer type.
pub(crate) fn is_plain_pointer(view: &View, r#type: TypeId) -> bool {
    view.pointer_type.first(r#type).is_some_and(|row| row.address_space == 0)
}

/// The distance of a `getelementptr` in bytes.
pub(crate) fn distance(
    view: &View,
    source_type: TypeId,
    indices: &[ValueId],
    values: &[Value],
) -> Option<Interval> {
    let types = view.types();
    let mut total = Interval::ZERO;
    let mut r#type = source_type;
    for (position, (index, value)) in indices.iter().zip(values).enumerate() {
        let range = match value {
            Value::Integer { range, .. } => *range,
            _ => {
                // Any integer of the index's type.
                let own = view.type_of(*index).and_then(|it| width(view, it))?;
                Interval::all(own)
            }
        };
        if position == 0 {
            let size = Interval::only(types.size(source_type)?.into());
            total = total.plus(range.times(size));
            continue;
        }
        if types.kind(r#type) == Some(TypeKind::Struct) {
            let member = u32::try_from(range.exact()?).ok()?;
            let (of, offset) = types.member(r#type, member)?;
            total = total.plus(Interval::only(offset.into()));
            r#type = of;
        } else {
            let stride = Interval::only(types.stride(r#type)?.into());
            let (of, _) = types.elements(r#type)?;
            total = total.plus(range.times(stride));
            r#type = of;
        }
    }
    Some(total.as_distance())
}

/// The content of an initializer at an offset, as a value of a type.
pub(crate) fn initial(
    view: &View,
    initializer: ValueId,
    offset: u64,
    r#type: TypeId,
    global: &mut dyn FnMut(ValueId) -> Value,
) -> Value {
    let types = view.types();
    let (mut constant, mut offset) = (initializer, offset);
    for _ in 0..MAX_DEPTH {
        let (Some(kind), Some(of)) = (view.kind_of(constant), view.type_of(constant)) else {
            return Value::Unknown;
        };
        if kind == ValueKind::ZeroInitializer {
            return zero(view, r#type);
        }
        if offset == 0 && of == r#type {
            return value(view, constant, global);
        }
        if let Some(row) = view.constant_bytes.first(constant) {
            let bytes = view.facts().texts.get(row.bytes);
            return byte(view, bytes, offset, r#type);
        }
        let found = match types.kind(of) {
            Some(TypeKind::Struct) => {
                let members = types.fields(of).enumerate().take_while(|(_, it)| it.1 <= offset);
                members.last().map(|(position, (_, start))| (position as u32, start))
            }
            Some(TypeKind::Array | TypeKind::Vector) => {
                let stride = types.stride(of).filter(|it| *it > 0);
                stride.map(|it| ((offset / it) as u32, offset / it * it))
            }
            _ => None,
        };
        let Some((position, start)) = found else { return Value::Unknown };
        let elements = view.constant_element.all(constant);
        let Some(element) = elements.iter().find(|row| row.position == position) else {
            return Value::Unknown;
        };
        constant = element.element;
        offset -= start;
    }
    Value::Unknown
}

/// A byte of a string.
fn byte(view: &View, bytes: &[u8], offset: u64, r#type: TypeId) -> Value {
    match (width(view, r#type), usize::try_from(offset).ok().and_then(|it| bytes.get(it))) {
        (Some(8), Some(byte)) => Value::integer(8, i128::from(*byte)),
        _ => Value::Unknown,
    }
}
