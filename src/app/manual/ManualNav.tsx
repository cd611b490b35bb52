import { Input } from 'antd'
import { useEffect, useRef } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { chaptersFor, titleOf } from './contents.ts'
import { HelpLink } from './HelpLink.tsx'
import { CONTENTS } from './helpAddress.ts'
import type { ManualKey } from './keys.ts'

interface Props {
  open: ManualKey | undefined
  text: string
  onSearch: (text: string) => void
}

const MAX_SEARCH = 64

/** The search field and the table of contents next to a page; on a phone a link to the contents takes its place. */
export function ManualNav({ open, text, onSearch }: Props) {
  const chapters = chaptersFor(useUser())
  const contents = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) contents.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  return (
    <div className="manual-nav">
      <Input
        type="search"
        allowClear
        prefix={<Icon name="find" />}
        aria-label={t('查找手册')}
        placeholder={t('查找手册')}
        maxLength={MAX_SEARCH}
        value={text}
        onChange={(event) => onSearch(event.target.value)}
      />
      <nav aria-label={t('手册目录')}>
        <p className="manual-to-contents">
          <HelpLink to={CONTENTS} onClick={() => onSearch('')}>
            {t('全部目录')}
          </HelpLink>
        </p>
        <div className="manual-chapters" ref={contents}>
          {chapters.map(({ title, keys }) => (
            <section key={title}>
              <h3>{t(title)}</h3>
              <ul>
                {keys.map((key) => (
                  <li key={key}>
                    <HelpLink to={key} isOpen={key === open} onClick={() => onSearch('')}>
                      {t(titleOf(key))}
                    </HelpLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </nav>
    </div>
  )
}
