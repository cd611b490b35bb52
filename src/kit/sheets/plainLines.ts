/**
 * Returns the line ending of a text, by the first one; undefined if there is none or it is a lone CR, as in very old
 * files.
 */
export function lineEndOf(text: string): '\r\n' | '\n' | undefined {
  const [end] = /\r\n|\n|\r/.exec(text) ?? []
  return end === '\r' ? undefined : (end as '\r\n' | '\n' | undefined)
}

/**
 * Takes the lines before the first quotation mark out of a delimited text and passes the rest to the parser, in order.
 * Without quotes a line can be split at its delimiters, which is faster than the parser's work by character.
 */
export function* withoutPlainLines(
  pieces: Iterable<string>,
  { delimiter, end }: { delimiter: string; end: string },
  onLine: (cells: string[]) => void,
): Generator<string> {
  let buffered = ''
  let arePlain = true
  for (const piece of pieces) {
    if (!arePlain) {
      yield piece
      continue
    }
    const quote = piece.indexOf('"')
    const plain = quote < 0 ? Infinity : buffered.length + quote
    buffered += piece
    let at = 0
    for (let stop = buffered.indexOf(end); stop >= 0 && stop < plain; stop = buffered.indexOf(end, at)) {
      onLine(buffered.slice(at, stop).split(delimiter))
      at = stop + end.length
    }
    buffered = buffered.slice(at)
    if (quote < 0) continue
    arePlain = false
    yield buffered
  }
  // The last line may have no line ending.
  if (arePlain && buffered !== '') onLine(buffered.split(delimiter))
}
