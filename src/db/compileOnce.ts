import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * A query, or the beginning of one, that differs only in values. It is built and compiled on first use and has the same
 * text from then on: for queries of nearly every request, for which building costs as much as sending. Values must be
 * passed on as they are; `build` gets placeholders for them.
 */
export function compileOnce<Values extends readonly unknown[], Row>(
  build: (db: Database, ...values: Values) => { compile: () => CompiledQuery<Row> },
): (db: Database, ...values: Values) => RawBuilder<Row> {
  let parts: Parts | undefined
  return (db, ...values) => {
    // Among the parameters, placeholders are found by identity.
    const placeholders = values.map(() => ({}))
    parts ??= partsOf(build(db, ...(placeholders as unknown as Values)).compile(), placeholders)
    const { texts, parameters } = parts
    return sql<Row>(
      texts,
      ...parameters.map(({ place, value }) => (place === undefined ? value : values[place])),
    )
  }
}

/** A compiled text, cut at its parameters. */
interface Parts {
  texts: TemplateStringsArray
  /** `place`: which of the values it is; without one it always has the same `value`. */
  parameters: { place: number | undefined; value: unknown }[]
}

function partsOf({ sql: text, parameters }: CompiledQuery, placeholders: readonly object[]): Parts {
  const texts = text.split(/\$\d+/)
  const numbers = text.match(/\$\d+/g) ?? []
  return {
    texts: Object.assign(texts, { raw: texts }),
    parameters: numbers.map((number) => {
      const value = parameters[Number(number.slice(1)) - 1]
      const place = placeholders.indexOf(value as object)
      return { place: place < 0 ? undefined : place, value }
    }),
  }
}
