import type { Actor } from '#access/can.ts'
import type { PaletteEntry, SearchableEntry } from '#app/browser/palette.ts'
import { speaksChinese, t } from '#kit/text.ts'
import { chaptersFor, titleOf } from './contents.ts'
import type { ManualKey } from './keys.ts'
import { isShown, type ManualPage, tasksFor, textsOf } from './page.ts'

/** All pages of the manual; it has 40 times the size of this file, so only what shows it loads it. */
export type ManualPages = Readonly<Record<ManualKey, ManualPage>>

/**
 * The pages and tasks of the manual that a user may read, as entries of the command palette: each page, then its tasks.
 * In other languages only the pages, whose titles are translated.
 */
export function manualEntries(actor: Actor, pages: ManualPages): PaletteEntry[] {
  return chaptersFor(actor)
    .flatMap(({ keys }) => keys)
    .flatMap((key) => [pageEntry(key), ...(speaksChinese() ? taskEntries(actor, key, pages[key]) : [])])
}

/** The same entries with the names by which they are found; `pinyin` contains the readings of all titles. */
export function searchableManual(
  actor: Actor,
  pages: ManualPages,
  pinyin: Readonly<Record<string, string>>,
): SearchableEntry[] {
  return manualEntries(actor, pages).map((entry) => {
    const { title } = entry
    return { entry, names: [t(title), title, ...(pinyin[title] ?? '').split(' ')] }
  })
}

function pageEntry(key: ManualKey): PaletteEntry {
  return { key: `manual:${key}`, title: titleOf(key), group: '手册', does: { help: key } }
}

function taskEntries(actor: Actor, key: ManualKey, page: ManualPage): PaletteEntry[] {
  return tasksFor(actor, page).map(({ title, number }) => {
    const place = `${key}.${number}`
    return { key: `manual:${place}`, title, note: t(titleOf(key)), group: '手册', does: { help: place } }
  })
}

/** A page whose text contains the words that are sought. */
export interface Mention {
  readonly key: ManualKey
  /** The first text of the page that contains them. */
  readonly excerpt: string
}

/** The pages whose text contains the words, in the user's variant of Chinese too; in the order of the contents. */
export function pagesContaining(actor: Actor, pages: ManualPages, words: string): Mention[] {
  const sought = words.trim().toLowerCase()
  if (sought === '') return []
  const has = (text: string) => text.toLowerCase().includes(sought)
  return chaptersFor(actor)
    .flatMap(({ keys }) => keys)
    .flatMap((key) => {
      const excerpt = textsOf(pages[key], (part) => isShown(actor, part)).find(
        (one) => has(one) || has(t(one)),
      )
      return excerpt === undefined ? [] : [{ key, excerpt }]
    })
}
