import { pinyin } from 'pinyin-pro'
import { nameKey } from './fields.ts'

/**
 * Characters with two readings in given names, which no dictionary can decide: 王重阳 is found by `chong` and by `zhong`.
 */
const AMBIGUOUS_READINGS: Record<string, readonly [string, string]> = {
  长: ['chang', 'zhang'],
  重: ['chong', 'zhong'],
  乐: ['le', 'yue'],
  行: ['xing', 'hang'],
  朝: ['chao', 'zhao'],
  曾: ['zeng', 'ceng'],
  单: ['dan', 'shan'],
  调: ['diao', 'tiao'],
  茜: ['qian', 'xi'],
  柏: ['bai', 'bo'],
  盛: ['sheng', 'cheng'],
  朴: ['pu', 'piao'],
  觉: ['jue', 'jiao'],
  传: ['chuan', 'zhuan'],
}

const MAX_READINGS = 4

/** The forms of the name of a customer or store that are stored for comparison and search. */
export function searchForms(name: string): { nameKey: string; namePinyin: string } {
  return { nameKey: nameKey(name), namePinyin: searchPinyin(name) }
}

/**
 * Returns the search text of a Chinese name: its pinyin and its initials, `zhangsan zs`; ü as it is typed, `lvbu lb`. A
 * person's surname gets its surname reading, so 单 is shàn there. A character with two readings in the rest of a
 * person's name appears with both, the likelier one first, since lists are sorted by it.
 */
export function searchPinyin(name: string, person = false): string {
  const options = {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    surname: person ? 'head' : 'off',
  } as const
  const syllables = pinyin(name, options).map((syllable) =>
    syllable.toLowerCase().replace(/\s+/g, '').replaceAll('ü', 'v'),
  )
  const readings = person ? readingsOf(name, syllables) : [syllables]
  return readings
    .map((one) => `${one.join('')} ${one.map((syllable) => syllable[0] ?? '').join('')}`)
    .join(' ')
    .trim()
}

/** Returns the given reading and those with the other reading of ambiguous characters, except in the surname. */
function readingsOf(name: string, syllables: string[]): string[][] {
  const characters = [...name]
  // Consecutive letters or digits form one syllable: then characters and syllables do not correspond.
  if (characters.length !== syllables.length) return [syllables]
  let readings = [syllables]
  for (const [at, character] of characters.entries()) {
    const both = at === 0 ? undefined : AMBIGUOUS_READINGS[character]
    if (!both || readings.length >= MAX_READINGS) continue
    readings = readings.flatMap((one) => {
      const other = one[at] === both[0] ? both[1] : both[0]
      return [one, one.with(at, other)]
    })
  }
  return readings
}
