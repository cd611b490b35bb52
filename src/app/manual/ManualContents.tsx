import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { chaptersFor, titleOf } from './contents.ts'
import { HelpLink } from './HelpLink.tsx'
import { InChinese } from './InChinese.tsx'
import { LanguageNote } from './LanguageNote.tsx'
import { manualPages } from './pages.ts'

/** All pages that the user may read, with what each screen is for. */
export function ManualContents({ isRefused }: { isRefused: boolean }) {
  const chapters = chaptersFor(useUser())
  return (
    <div className="manual-contents">
      <LanguageNote />
      {isRefused && <p className="manual-refused">{t('您的角色没有这个页面。下面是您可以看的各页。')}</p>}
      {chapters.map(({ title, keys }) => (
        <section key={title}>
          <h2>{t(title)}</h2>
          <ul>
            {keys.map((key) => (
              <li key={key}>
                <HelpLink to={key}>{t(titleOf(key))}</HelpLink>
                <InChinese as="p" text={manualPages[key].purpose} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
