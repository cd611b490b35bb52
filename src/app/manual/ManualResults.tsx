import { findEntries } from '#app/browser/palette.ts'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { titleOf } from './contents.ts'
import { pagesContaining, searchableManual } from './entries.ts'
import { HelpLink } from './HelpLink.tsx'
import { InChinese } from './InChinese.tsx'
import { manualPages } from './pages.ts'
import pinyin from './pinyin.json'

interface Props {
  text: string
  onChosen: () => void
}

/** What the search of the manual finds: titles of pages and tasks first, then pages whose text contains the words. */
export function ManualResults({ text, onChosen }: Props) {
  const user = useUser()
  const titled = findEntries(searchableManual(user, manualPages, pinyin), text)
  const mentioning = pagesContaining(user, manualPages, text)
  if (titled.length === 0 && mentioning.length === 0)
    return (
      <p className="manual-none">
        {t('手册里没有“{text}”。换个说法试试，或从目录里找。', { text: text.trim() })}
      </p>
    )
  return (
    <div className="manual-results" role="status">
      {titled.length > 0 && (
        <section>
          <h3>{t('标题')}</h3>
          <ul>
            {titled.map(({ key, title, note, does }) => (
              <li key={key}>
                {typeof does === 'object' && 'help' in does && (
                  <HelpLink to={does.help} onClick={onChosen}>
                    {t(title)}
                  </HelpLink>
                )}
                {note && <small>{note}</small>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {mentioning.length > 0 && (
        <section>
          <h3>{t('正文里提到')}</h3>
          <ul>
            {mentioning.map(({ key, excerpt }) => (
              <li key={key}>
                <HelpLink to={key} onClick={onChosen}>
                  {t(titleOf(key))}
                </HelpLink>
                <InChinese as="p" text={excerpt} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
