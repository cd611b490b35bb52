import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { lineEndOf, withoutPlainLines } from './plainLines.ts'
import type { RowSink } from './rows.ts'
import { UnreadableFile } from './unreadable.ts'

const DELIMITERS = [',', '\t', ';']

/** Streams a text, given in pieces, with cells separated by commas, tabs or semicolons, into the sink. */
export async function readDelimited(pieces: () => Generator<string>, sink: RowSink): Promise<void> {
  if (!sink.sheet('')) return
  let row = 0
  let continues = true
  const onRow = (cells: string[]) => {
    row += 1
    if (continues) continues = sink.row(row, cells.map(unwrapFormula))
    return null
  }
  const head = pieces().next().value ?? ''
  const delimiter = delimiterOf(head)
  const end = lineEndOf(head)
  const quoted = end ? () => withoutPlainLines(pieces(), { delimiter, end }, onRow) : pieces
  try {
    const parser = parse({
      delimiter,
      ...(end && { record_delimiter: end }),
      relax_column_count: true,
      relax_quotes: true,
      on_record: onRow,
    })
    // The parser has no output, but without a reader the stream would never end.
    await pipeline(quoted, parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      'unreadable',
      `读到第 ${row + 1} 行时出错：引号没有成对出现，分不清各列。请用 Excel 打开并另存为 .xlsx 后重新上传。`,
      { rows: [row + 1] },
    )
  }
}

/** Returns the most frequent delimiter of the first lines, ignoring quoted parts. */
function delimiterOf(text: string): string {
  const head = text
    .slice(0, 10_000)
    .split(/\r?\n/, 10)
    .join('\n')
    .replace(/"[^"]*"/g, '')
  const uses = (delimiter: string) => head.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best))
}

/** Some exports write `="0123"` so that Excel keeps the zeros; the cell's text is the part between the quotes. */
function unwrapFormula(cell: string): string {
  return cell.startsWith('="') ? (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell) : cell
}
