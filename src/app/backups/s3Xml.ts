import { SaxesParser } from 'saxes'
import { TargetError } from './target.ts'

/** The texts of an answer's elements, by the path of their names: `ListBucketResult/Contents/Key`. */
export type XmlTexts = (path: string) => string[]

/** Reads the answer of an S3 store. Throws `TargetError` if it is not XML, as that of a proxy or a sign-in page. */
export function readXml(text: string): XmlTexts {
  const texts = new Map<string, string[]>()
  const path: string[] = []
  const collected: string[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    path.push(name)
    collected.push('')
  })
  parser.on('text', (part) => {
    if (collected.length > 0) collected[collected.length - 1] += part
  })
  parser.on('closetag', () => {
    const key = path.join('/')
    texts.set(key, [...(texts.get(key) ?? []), collected.pop() ?? ''])
    path.pop()
  })
  parser.on('error', () => {
    throw new TargetError('对方的回答不是 S3 的格式：请检查 S3_ENDPOINT。')
  })
  parser.write(text).close()
  return (key) => texts.get(key) ?? []
}
