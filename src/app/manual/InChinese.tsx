import { useLanguage } from '#app/browser/language.tsx'
import { speaksChinese, t, textLocaleOf } from '#kit/text.ts'

interface Props {
  as?: 'p' | 'span' | 'li' | 'dt' | 'dd' | 'h2' | 'h4'
  className?: string
  text: string
}

/** A word of a screen, in the marks in which the manual's texts quote it. */
const QUOTED = /(「[^」]+」)/

/** Chinese text of the manual: simplified or traditional, in its own direction, with the words of the screen in bold. */
export function InChinese({ as: Tag = 'span', className, text }: Props) {
  const locale = textLocaleOf(useLanguage().locale)
  const chinese = locale === 'en-US' ? 'zh-CN' : locale
  const parts = (speaksChinese() ? t(text) : text).split(QUOTED)
  return (
    <Tag className={className} lang={chinese} dir="ltr">
      {parts.map((part, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have a fixed order.
        at % 2 === 1 ? <b key={at}>{part}</b> : part,
      )}
    </Tag>
  )
}
