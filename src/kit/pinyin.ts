import { pinyin } from 'pinyin-pro'

/**
 * Characters of given names that are read in two ways, and no dictionary knows which one the person means: 王重阳 is
 * found by `chong` and by `zhong`.
 */
const READ_TWICE: Record<string, readonly [string, string]> = {
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

const MOST_READINGS = 4

/**
 * What a Chinese name is found by beside itself: its pinyin and its initials, `zhangsan zs`; ü as it is typed, `lvbu lb`.
 * A person's surname is read as a surname, so 单 is shàn there; what is read in two ways later in a person's name stands
 * in both, the likelier first, by which lists are sorted.
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

/** The reading given, and those with the other sound of a character that has two; never of the surname. */
function readingsOf(name: string, syllables: string[]): string[][] {
  const characters = [...name]
  // Where letters or digits stand together, characters and syllables do not go side by side.
  if (characters.length !== syllables.length) return [syllables]
  let readings = [syllables]
  for (const [at, character] of characters.entries()) {
    const both = at === 0 ? undefined : READ_TWICE[character]
    if (!both || readings.length >= MOST_READINGS) continue
    readings = readings.flatMap((one) => {
      const other = one[at] === both[0] ? both[1] : both[0]
      return [one, one.with(at, other)]
    })
  }
  return readings
}
