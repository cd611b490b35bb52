import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { NickField } from '#operations/imports/drawer/NickField.tsx'
import { nickKey, type Person } from '#operations/imports/drawer/rules.ts'
import type { Files } from '#operations/imports/drawer/useFiles.tsx'
import type { ProposedNick } from './contract.ts'
import type { Setup } from './useSetup.tsx'
import './FoundStores.css'

interface Props {
  files: Files
  setup: Setup
}

type View = 'all' | 'open' | 'known'

const ROWS_AT_FIRST = 5
const ROWS_PER_STEP = 100

/** 文件里的昵称: the nicks without an owner, each once over all files. What is chosen here applies to every file. */
export function FoundNicks({ files, setup }: Props) {
  const [view, setView] = useState<View>('all')
  const [limit, setLimit] = useState(ROWS_AT_FIRST)
  const { nicks } = setup
  const ownerOf = (nick: ProposedNick) => setup.choices.owners.get(keyOf(nick))
  const open = nicks.filter((nick) => !ownerOf(nick))
  const views: Record<View, readonly ProposedNick[]> = {
    all: nicks,
    open,
    known: nicks.filter((nick) => ownerOf(nick)),
  }
  const rows = views[view]
  return (
    <section className="found" aria-label={t('文件里的昵称')}>
      <header className="found-head">
        <h3>{t('文件里的昵称')}</h3>
        <span role="status">{summaryOf(nicks.length, open.length)}</span>
        <Segmented<View>
          size="small"
          aria-label={t('显示哪些昵称')}
          value={view}
          onChange={(next) => {
            setView(next)
            setLimit(ROWS_AT_FIRST)
          }}
          options={[
            { value: 'all', label: t('全部 {n}', { n: nicks.length }) },
            { value: 'open', label: t('待说明 {n}', { n: open.length }) },
            { value: 'known', label: t('已认出 {n}', { n: nicks.length - open.length }) },
          ]}
        />
      </header>
      <NickTable rows={rows.slice(0, limit)} files={files} setup={setup} />
      <p className="found-foot">
        {rows.length > limit && (
          <Button type="link" size="small" onClick={() => setLimit(limit + ROWS_PER_STEP)}>
            {t('显示其余 {n} 个', { n: Math.min(rows.length - limit, ROWS_PER_STEP) })}
          </Button>
        )}
        <span>{t('没说明的昵称照样导入，记在店铺名下，以后在“待对应”里补。')}</span>
      </p>
    </section>
  )
}

const keyOf = ({ nick, storeId, storeKey }: ProposedNick) => nickKey(storeId ?? storeKey, nick)

function summaryOf(all: number, open: number): string {
  if (open === 0) return t('{n} 个都有人了，请核对', { n: all })
  if (open === all) return t('{n} 个，要您说明各是谁', { n: all })
  return t('{n} 个：{known} 个已认出，{open} 个要您说明', { n: all, known: all - open, open })
}

function NickTable({ rows, files, setup }: Props & { rows: readonly ProposedNick[] }) {
  return (
    <table className="found-table found-nicks">
      <thead>
        <tr>
          <th scope="col">{t('昵称')}</th>
          <th scope="col">{t('店铺')}</th>
          <th scope="col" className="found-number">
            {t('接待人数')}
          </th>
          <th scope="col">{t('是谁')}</th>
          <th scope="col">{t('依据')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <NickRow key={keyOf(row)} row={row} files={files} setup={setup} />
        ))}
      </tbody>
    </table>
  )
}

function NickRow({ row, files, setup }: Props & { row: ProposedNick }) {
  const { nick, storeKey, storeId, storeName, handledUsers } = row
  const owner = setup.choices.owners.get(keyOf(row))
  const store = storeKey === null ? storeName : setup.drafts.get(storeKey)?.name || storeName
  const bind = (person: Person | null | undefined) =>
    files.actions.bind(storeId ?? storeKey ?? '', nick, person)
  const later = files.people[keyOf(row)] === null
  return (
    <tr className="found-row">
      <th scope="row" title={nick}>
        {nick}
      </th>
      <td data-label={t('店铺')} className="found-quiet" title={store ?? undefined}>
        {store || t('没有店名')}
      </td>
      <td data-label={t('接待人数')} className="found-number">
        {formatCount(handledUsers)}
      </td>
      <td data-label={t('是谁')} className="found-owner">
        <NickField nick={nick} person={owner} later={later} onChange={bind} />
      </td>
      <td className="found-quiet">
        <Reason row={row} owner={owner} later={later} onBind={bind} />
      </td>
    </tr>
  )
}

interface ReasonProps {
  row: ProposedNick
  owner: Person | undefined
  later: boolean
  onBind: (person: Person | null | undefined) => void
}

const REASONS: Record<NonNullable<ProposedNick['reason']>, string> = {
  name: '姓名相同',
  flowerName: '花名相同',
  bound: '在别的店铺是此人',
}

/** Why the person is proposed; without a person, the choice to decide later. */
function Reason({ row: { staff, reason }, owner, later, onBind }: ReasonProps) {
  if (owner) return <>{staff?.id === owner.id && reason ? t(REASONS[reason]) : t('您选的')}</>
  if (!later) {
    return (
      <Button type="link" size="small" onClick={() => onBind(null)}>
        {t('以后再对')}
      </Button>
    )
  }
  return (
    <>
      {t('以后再对')}
      {staff && (
        <Button type="link" size="small" onClick={() => onBind(undefined)}>
          {t('恢复建议')}
        </Button>
      )}
    </>
  )
}
