import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dayOf, today } from '#kit/calendar.ts'
import { formatInstantShort } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t, tell } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { Said } from '#platform/notices/contract.ts'
import type { HomeAnswer } from './answer.tsx'
import { home } from './contract.ts'

/** The number of lines shown at first. */
const AT_FIRST = 5

/** 上次登录后: events since the user's previous visit. Renders nothing if there are none. */
export function HomeSince({ since }: Pick<HomeAnswer, 'since'>) {
  const [whole, setWhole] = useState(false)
  if (!since || since.items.length === 0) return null
  const more = since.items.length - AT_FIRST
  const shown = whole ? since.items : since.items.slice(0, AT_FIRST)
  return (
    <Panel title={t('上次登录后')} hint={t('{at} 之后', { at: shortInstant(since.at) })} flush>
      <ol className="home-since">
        {shown.map(({ key, title, note, byName, at, link }) => (
          <li key={key}>
            <Link to={link}>{sayingOf(title)}</Link>
            {note && <p>{sayingOf(note)}</p>}
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
          onClick={() => setWhole(!whole)}
          aria-expanded={whole}
        >
          {whole ? t('收起') : t('显示其余 {n} 条', { n: more })}
        </Button>
      )}
    </Panel>
  )
}

const sayingOf = ({ sentence, values }: Said) => tell(sentence, values)

/** `08:42` if it is today, otherwise `05-18 18:20`. */
function shortInstant(at: string): string {
  const short = formatInstantShort(at)
  return dayOf(new Date(at)) === today(() => new Date()) ? short.slice(6) : short
}

/** Records a visit once when the page opens. Viewing as another person does not count. */
export function useVisit(): void {
  const { viewer } = useUser()
  const { mutate } = useAction(home.visit)
  const said = useRef(false)
  useEffect(() => {
    if (said.current || viewer) return
    said.current = true
    mutate({})
  }, [viewer, mutate])
}
