import * as z from 'zod'
import { isSentence, type Sentence, type TextLocale, translate, translateValue, type Value } from './text.ts'

/** The issue of a response with a finished text; the message of a fault, which nobody but the log sees. */
export const NOT_A_SENTENCE = 'not a sentence'

let readerLocale: TextLocale = 'zh-CN'

/**
 * A sentence in a response: the handler returns a `Sentence`, the caller receives it as text in the language of the
 * request. A handler that returns a text does not compile.
 */
export const SentenceText = z
  .custom<Sentence>(isSentence, NOT_A_SENTENCE)
  .transform((sentence): string => translate(readerLocale, sentence))
  .pipe(z.string())

/** The values of a sentence that the browser writes. Texts of the program among them arrive in its language. */
export const SentenceValues = z.record(
  z.string(),
  z
    .custom<Value>((value) => ['string', 'number', 'object'].includes(typeof value) && value !== null)
    .transform((value) => (typeof value === 'number' ? value : translateValue(readerLocale, value)))
    .pipe(z.union([z.string(), z.number()])),
)

/** Parses a response, which writes its sentences in the reader's language. `parse` must be synchronous. */
export function parseFor<T>(locale: TextLocale, parse: () => T): T {
  readerLocale = locale
  try {
    return parse()
  } finally {
    readerLocale = 'zh-CN'
  }
}
