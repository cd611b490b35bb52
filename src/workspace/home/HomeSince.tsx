import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dayOf, today } from '#kit/calendar.ts'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { HomeAnswer } from './answer.tsx'
import { home } from './contract.ts'

/** The number of lines shown at first. */
const INITIAL_LINES = 5

/** 上次登录后: events since the user's previous visit. Renders nothing if there are none. */
export function HomeSince({ since }: Pick<HomeAnswer, 'since'>) {
  const [expanded, setExpanded] = useState(false)
  if (!since || since.items.length === 0) return null
  const more = since.items.length - INITIAL_LINES
  const shown = expanded ? since.items : since.items.slice(0, INITIAL_LINES)
  return (
    <Panel title={t('上次登录后')} hint={t('{at} 之后', { at: shortInstant(since.at) })} flush>
      <ol className="home-since">
        {shown.map(({ key, title, note, byName, at, link }) => (
          <li key={key}>
            <Link to={link}>{t(title)}</Link>
            {note && <p>{t(note)}</p>}
            <small>
              {byName && `${byName} · `}
              <span dir="ltr">{shortInstant(at)}</span>
            </small>
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Button
          type="link"
          className="home-since-more"
          onClick={() => setExpanded(!expanded)}
          aria-expanded={expanded}
        >
          {expanded ? t('收起') : t('显示其余 {n} 条', { n: more })}
        </Button>
      )}
    </Panel>
  )
}

/** `08:42` if it is today, otherwise `05-18 18:20`. */
function shortInstant(at: string): string {
  const short = formatInstantShort(at)
  return dayOf(new Date(at)) === today(() => new Date()) ? short.slice(6) : short
}

/** Records a visit once when the page opens. Viewing as another person does not count. */
export function useRecordVisit(): void {
  const { viewer } = useUser()
  // The page already shows what happened before this visit.
  const { mutate } = useAction(home.visit, { keepsReads: true })
  const isRecorded = useRef(false)
  useEffect(() => {
    if (isRecorded.current || viewer) return
    isRecorded.current = true
    mutate({})
  }, [viewer, mutate])
}
