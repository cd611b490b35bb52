import { pinyin } from 'pinyin-pro'

/**
 * What a Chinese name is found by beside itself: its pinyin and its initials, `zhangsan zs`. Surnames are read as
 * surnames, so 单 is shàn there; a character with several readings gives the one that the word asks for.
 */
export function searchPinyin(name: string, surname = false): string {
  const options = {
    toneType: 'none',
    type: 'array',
    nonZh: 'consecutive',
    surname: surname ? 'head' : 'off',
  } as const
  const syllables = pinyin(name, options).map((syllable) => syllable.toLowerCase().replace(/\s+/g, ''))
  return `${syllables.join('')} ${syllables.map((syllable) => syllable[0] ?? '').join('')}`.trim()
}
