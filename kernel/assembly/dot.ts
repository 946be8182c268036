// Int8 dot products over the imported, shared memory. The query lies there already widened to int16, so that only the
// row is widened in the loop; `stride` is the row's length in bytes and a multiple of 16 (rows are padded with zeros).
// Products of int8 pairs are summed in int32: exact up to 131,071 dimensions, so the order of the sum does not matter.

function sumLanes(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + (i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3))
}

function dotEight(row: usize, query: v128): v128 {
  return i32x4.dot_i16x8_s(v128.load_ext<i8>(row), query)
}

function dot(query: usize, row: usize, stride: usize): i32 {
  let even = i32x4.splat(0)
  let odd = i32x4.splat(0)
  for (let d: usize = 0; d < stride; d += 16) {
    even = i32x4.add(even, dotEight(row + d, v128.load(query + (d << 1))))
    odd = i32x4.add(odd, dotEight(row + d + 8, v128.load(query + (d << 1), 16)))
  }
  return sumLanes(i32x4.add(even, odd))
}

/** Dot products of the query with `count` consecutive rows. Four rows at a time share each load of the query. */
export function dotRows(query: usize, rows: usize, stride: usize, count: usize, output: usize): void {
  const fours = count & ~3
  let row = rows
  for (let i: usize = 0; i < fours; i += 4) {
    const second = row + stride
    const third = second + stride
    const fourth = third + stride
    let a = i32x4.splat(0)
    let b = i32x4.splat(0)
    let c = i32x4.splat(0)
    let d = i32x4.splat(0)
    for (let at: usize = 0; at < stride; at += 16) {
      const low = v128.load(query + (at << 1))
      const high = v128.load(query + (at << 1), 16)
      a = i32x4.add(a, i32x4.add(dotEight(row + at, low), dotEight(row + at + 8, high)))
      b = i32x4.add(b, i32x4.add(dotEight(second + at, low), dotEight(second + at + 8, high)))
      c = i32x4.add(c, i32x4.add(dotEight(third + at, low), dotEight(third + at + 8, high)))
      d = i32x4.add(d, i32x4.add(dotEight(fourth + at, low), dotEight(fourth + at + 8, high)))
    }
    const target = output + (i << 2)
    store<i32>(target, sumLanes(a))
    store<i32>(target, sumLanes(b), 4)
    store<i32>(target, sumLanes(c), 8)
    store<i32>(target, sumLanes(d), 12)
    row = fourth + stride
  }
  for (let i = fours; i < count; i++) {
    store<i32>(output + (i << 2), dot(query, row, stride))
    row += stride
  }
}

/** Dot products of the query with the `count` rows whose int32 numbers stand at `picks`. */
export function dotPicked(query: usize, rows: usize, stride: usize, picks: usize, count: usize, output: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const row = rows + (load<u32>(picks + (i << 2)) as usize) * stride
    store<i32>(output + (i << 2), dot(query, row, stride))
  }
}
