import type { Element } from '#app/testSources.ts'
import { readSources, wingOf } from '#app/testSources.ts'

/** Elements that hold fields which are sent together; a `Form` that is a `div` is sent by a button beside it. */
const FORMS = /^(FormModal|FormDrawer|EntityForm|SubmitForm|Form)$/

/** A text with parameters, as it is written in a title: `t('编辑{name}', …)`. */
const TEXTS = /\bt\(\s*'([^']+)'/g

/** Every form of the features and of the frame by its file and title, with the titles that its window may have. */
export function formsOfSource(): Map<string, RegExp[]> {
  const found = new Map<string, RegExp[]>()
  for (const { path, isTest, elements } of readSources()) {
    if (isTest || !(path.startsWith('app/') || wingOf(path))) continue
    for (const element of elements.filter(({ name }) => FORMS.test(name))) {
      const titles = titlesOf(element)
      const place = path.replace(/\.tsx$/, '')
      const key = [place, titles.at(-1) ?? element.name].join(' ')
      if (found.has(key)) throw new Error(`two forms of ${place} have the same title`)
      found.set(key, titles.map(patternOf))
    }
  }
  return found
}

function titlesOf({ attributes }: Element): string[] {
  return [...(attributes.get('title') ?? '').matchAll(TEXTS)].map(([, text = '']) => text)
}

/** The title as it is shown, whatever its parameters are. */
function patternOf(title: string): RegExp {
  const parts = title.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
