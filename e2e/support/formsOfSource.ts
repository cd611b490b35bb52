import { type Element, readSources, wingOf } from '#testing/testSources.ts'

/** Elements whose fields are submitted together. A `Form` may be a `div`, submitted by a separate button. */
const FORMS = /^(FormModal|FormDrawer|FormBody|EntityForm|SubmitForm|Form)$/

/** A text in a title attribute: `t('编辑{name}', …)`. */
const TEXTS = /\bt\(\s*'([^']+)'/g

/** All forms of the features and the frame by file and title, with the possible titles of their dialogs. */
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

/** A pattern of the displayed title, for any parameters. */
function patternOf(title: string): RegExp {
  const parts = title.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
