import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { mayRead, ownScreenOf, titleOf } from './contents.ts'
import { HelpLink } from './HelpLink.tsx'
import { InChinese } from './InChinese.tsx'
import { type ManualKey, manualKeyAt } from './keys.ts'
import { LanguageNote } from './LanguageNote.tsx'
import { isShown, type ManualFigure, type NumberedTask, tasksFor } from './page.ts'
import { manualPages } from './pages.ts'
import { pictureOf } from './pictures.tsx'

interface ArticleProps {
  page: ManualKey
  /** The number of the task to scroll to. */
  task?: number
}

/** A page of the manual: what the screen is for, how its figures are calculated, its common tasks. */
export function ManualArticle({ page: key, task }: ArticleProps) {
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    const goal = task === undefined ? null : top.current?.querySelector(`[data-task="${task}"]`)
    ;(goal ?? top.current)?.scrollIntoView({ block: 'start' })
  }, [task])
  const user = useUser()
  const see = manualPages[key].see.filter((other) => mayRead(user, other))
  return (
    <article className="manual-article" ref={top}>
      <LanguageNote />
      <ArticleText page={key} task={task} link={<ScreenLink page={key} />} />
      {see.length > 0 && (
        <Section title={t('相关页面')}>
          <ul className="manual-see">
            {see.map((other) => (
              <li key={other}>
                <HelpLink to={other}>{t(titleOf(other))}</HelpLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  )
}

/** Opens the screen that the page describes, unless it is the one behind the manual. */
function ScreenLink({ page }: { page: ManualKey }) {
  const user = useUser()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const to = ownScreenOf(user, page)
  if (!to || manualKeyAt(user, pathname, params) === page) return null
  return <Link to={to}>{t('打开这个页面')}</Link>
}

/** The texts and the picture of a page, on screen and on paper. */
export function ArticleText({ page: key, task, link }: ArticleProps & { link?: ReactNode }) {
  const user = useUser()
  const page = manualPages[key]
  const figures = page.figures.filter((figure) => isShown(user, figure))
  const notes = (page.notes ?? []).filter((note) => isShown(user, note))
  return (
    <>
      <div className="manual-head">
        <h2>{t(titleOf(key))}</h2>
        {link}
      </div>
      <InChinese as="p" className="manual-purpose" text={page.purpose} />
      <Picture page={key} />
      {figures.length > 0 && (
        <Section title={t('数字怎么算')}>
          <Figures figures={figures} />
        </Section>
      )}
      <Section title={t('常见任务')}>
        {tasksFor(user, page).map((one) => (
          <Task key={one.number} task={one} isSought={one.number === task} />
        ))}
      </Section>
      {notes.length > 0 && (
        <Section title={t('需要知道')}>
          <ul className="manual-notes">
            {notes.map(({ text }) => (
              <InChinese key={text} as="li" text={text} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="manual-section">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Figures({ figures }: { figures: readonly ManualFigure[] }) {
  return (
    <dl className="manual-figures">
      {figures.map(({ name, formula, note }) => (
        <div key={name}>
          <InChinese as="dt" text={name} />
          <InChinese as="dd" className="manual-formula" text={formula} />
          {note && <InChinese as="dd" className="manual-figure-note" text={note} />}
        </div>
      ))}
    </dl>
  )
}

function Task({ task: { title, steps, number }, isSought }: { task: NumberedTask; isSought: boolean }) {
  return (
    <section className="manual-task" data-task={number} data-sought={isSought}>
      <InChinese as="h4" text={title} />
      <ol>
        {steps.map((step) => (
          <InChinese key={step} as="li" text={step} />
        ))}
      </ol>
    </section>
  )
}

/** The screen with data of the demo; opens in full size. Nothing if the page has no picture. */
function Picture({ page }: { page: ManualKey }) {
  const address = pictureOf(page)
  if (!address) return null
  const title = t(titleOf(page))
  return (
    <figure className="manual-picture">
      <a href={address} target="_blank" rel="noreferrer" aria-label={t('{title}：看大图', { title })}>
        <img src={address} alt="" width={1366} height={768} />
      </a>
    </figure>
  )
}
