// Int8 dot products and sums over the imported, shared memory. A query lies there already widened to int16, so that
// only the row is widened in the loop; `stride` is the row's length in bytes and a multiple of 16 (rows are padded with
// zeros). Products of int8 pairs are summed in int32: exact up to 131,071 dimensions, so the order does not matter.

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

/** The dot product of each of `count` consecutive rows with itself. */
export function squareRows(rows: usize, stride: usize, count: usize, output: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const row = rows + i * stride
    let sum = i32x4.splat(0)
    for (let at: usize = 0; at < stride; at += 8) {
      const eight = v128.load_ext<i8>(row + at)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(eight, eight))
    }
    store<i32>(output + (i << 2), sumLanes(sum))
  }
}

function otherHalf(v: v128): v128 {
  return v128.shuffle<i64>(v, v, 1, 1)
}

/** The first two of four integers, weighed, on top of what is there. */
function plus(sum: v128, integers: v128, weight: v128): v128 {
  return f64x2.add(sum, f64x2.mul(f64x2.convert_low_i32x4_s(integers), weight))
}

/**
 * Adds the `count` rows whose int32 numbers stand at `picks` to the float64 at `output`, each times its float64 at
 * `weights`. Sixteen dimensions at a time: as many sums as fit into registers.
 */
export function addPicked(rows: usize, stride: usize, picks: usize, weights: usize, count: usize, output: usize): void {
  for (let at: usize = 0; at < stride; at += 16) {
    const target = output + (at << 3)
    let a = v128.load(target)
    let b = v128.load(target, 16)
    let c = v128.load(target, 32)
    let d = v128.load(target, 48)
    let e = v128.load(target, 64)
    let f = v128.load(target, 80)
    let g = v128.load(target, 96)
    let h = v128.load(target, 112)
    for (let i: usize = 0; i < count; i++) {
      const weight = v128.splat<f64>(load<f64>(weights + (i << 3)))
      const row = rows + (load<u32>(picks + (i << 2)) as usize) * stride + at
      const low = v128.load_ext<i8>(row)
      const high = v128.load_ext<i8>(row, 8)
      const first = i32x4.extend_low_i16x8_s(low)
      const second = i32x4.extend_high_i16x8_s(low)
      const third = i32x4.extend_low_i16x8_s(high)
      const fourth = i32x4.extend_high_i16x8_s(high)
      a = plus(a, first, weight)
      b = plus(b, otherHalf(first), weight)
      c = plus(c, second, weight)
      d = plus(d, otherHalf(second), weight)
      e = plus(e, third, weight)
      f = plus(f, otherHalf(third), weight)
      g = plus(g, fourth, weight)
      h = plus(h, otherHalf(fourth), weight)
    }
    v128.store(target, a)
    v128.store(target, b, 16)
    v128.store(target, c, 32)
    v128.store(target, d, 48)
    v128.store(target, e, 64)
    v128.store(target, f, 80)
    v128.store(target, g, 96)
    v128.store(target, h, 112)
  }
}
