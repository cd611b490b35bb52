/** How the lines of a text end, by the first that does; undefined where it does not say, or says it as old files do. */
export function lineEndOf(text: string): '\r\n' | '\n' | undefined {
  const [end] = /\r\n|\n|\r/.exec(text) ?? []
  return end === '\r' ? undefined : (end as '\r\n' | '\n' | undefined)
}

/**
 * Takes lines out of a delimited text up to the first quotation mark, and passes the rest on to the parser, in order:
 * without quotes a line is what stands between its delimiters, which the parser finds out letter by letter.
 */
export function* withoutPlainLines(
  pieces: Iterable<string>,
  { delimiter, end }: { delimiter: string; end: string },
  take: (cells: string[]) => void,
): Generator<string> {
  let held = ''
  let arePlain = true
  for (const piece of pieces) {
    if (!arePlain) {
      yield piece
      continue
    }
    const quote = piece.indexOf('"')
    const plain = quote < 0 ? Infinity : held.length + quote
    held += piece
    let at = 0
    for (let stop = held.indexOf(end); stop >= 0 && stop < plain; stop = held.indexOf(end, at)) {
      take(held.slice(at, stop).split(delimiter))
      at = stop + end.length
    }
    held = held.slice(at)
    if (quote < 0) continue
    arePlain = false
    yield held
  }
  // A last line need not end.
  if (arePlain && held !== '') take(held.split(delimiter))
}
