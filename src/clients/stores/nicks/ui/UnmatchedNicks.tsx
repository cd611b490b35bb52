import { App, Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { reachOf } from '#access/can.ts'
import type { UnmatchedNick } from '#clients/stores/nicks/contract.ts'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'
import './UnmatchedNicks.css'

interface Props {
  /** Only the nicks of this store; without it those of all stores within the person's reach. */
  storeId?: number
  /** The company of that store: its people are offered. */
  companyCode?: string
  /** How many stand there before 显示全部; default all. */
  atFirst?: number
}

type Nick = z.output<typeof UnmatchedNick>

const MOST = 100

/** Nicks that have figures and belong to nobody: each is given a person once. Nothing where there are none. */
export function UnmatchedNicks({ storeId, companyCode, atFirst = MOST }: Props) {
  const query = { ...(storeId && { storeId: [storeId] }), pageSize: MOST, sort: '-days' } as const
  const call = useCall(agentAccounts.unmatched, query, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={null} panel compact>
      {(data) => data.total > 0 && <Unmatched {...{ data, storeId, companyCode, atFirst }} />}
    </Loaded>
  )
}

interface UnmatchedProps extends Required<Pick<Props, 'atFirst'>>, Omit<Props, 'atFirst'> {
  data: z.output<(typeof agentAccounts)['unmatched']['output']>
}

function Unmatched({ data, storeId, companyCode, atFirst }: UnmatchedProps) {
  const [all, setAll] = useState(false)
  const importing = useRecordImport('nick')
  const ownOnly = reachOf(useUser(), 'canReportWorklog') === 'own'
  return (
    <Panel
      title={t('待对应')}
      hint={t('{n} 个昵称有数据，还不知道是谁；选一次人，之后自动认出', { n: data.total })}
      actions={!storeId && !ownOnly && <Button onClick={importing.action.onClick}>{t('批量导入')}</Button>}
      flush
    >
      {importing.window}
      <ul className="unmatched">
        {data.items.slice(0, all ? MOST : atFirst).map((row) => (
          <OneNick
            key={`${row.storeId} ${row.nick}`}
            row={row}
            companyCode={companyCode}
            namesStore={!storeId}
          />
        ))}
      </ul>
      {!all && data.items.length > atFirst && (
        <p className="unmatched-more">
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('显示全部 {n} 个', { n: data.items.length })}
          </Button>
        </p>
      )}
      {(all || data.items.length <= atFirst) && data.total > data.items.length && (
        <p className="unmatched-more">
          {t('先列出数据最多的 {n} 个，对应后会补上其余的。', { n: data.items.length })}
        </p>
      )}
    </Panel>
  )
}

function OneNick({ row, companyCode, namesStore }: { row: Nick; companyCode?: string; namesStore: boolean }) {
  const { storeId, nick } = row
  const user = useUser()
  // A member says which nicks are the own ones; for others there is somebody to choose.
  const ownOnly = reachOf(user, 'canReportWorklog') === 'own'
  const [chosen, setChosen] = useState<number>()
  const { message } = App.useApp()
  const bind = useAction(agentAccounts.bind, {
    onSuccess: ({ staffName }) => message.success(t('“{nick}”已对应到{staffName}', { nick, staffName })),
  })
  const staffId = ownOnly ? user.id : chosen
  return (
    <li>
      <Words row={row} namesStore={namesStore} />
      {!ownOnly && (
        <div className="unmatched-person">
          <StaffPicker
            purpose="agent"
            companyCode={companyCode}
            value={chosen}
            onChange={setChosen}
            placeholder={t('选择客服')}
            aria-label={t('昵称{nick}是谁', { nick })}
          />
        </div>
      )}
      <Button
        disabled={!staffId}
        loading={bind.isPending}
        onClick={() => staffId && bind.mutate({ storeId, nick, staffId })}
      >
        {ownOnly ? t('认领') : t('对应')}
      </Button>
    </li>
  )
}

function Words({ row, namesStore }: { row: Nick; namesStore: boolean }) {
  const { firstOn, lastOn, days, storeName, platform } = row
  const span = firstOn === lastOn ? firstOn : `${firstOn} – ${lastOn}`
  return (
    <div className="unmatched-who">
      <b>{row.nick}</b>
      <small>
        {namesStore &&
          `${t('{store}（{platform}）', { store: storeName, platform: t(platformNames[platform]) })} `}
        <span className="unmatched-span">{t('{n} 天数据，{span}', { n: days, span })}</span>
      </small>
    </div>
  )
}
