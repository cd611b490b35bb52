import { App, Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { ClaimWindow } from '#clients/stores/nicks/ClaimWindow.tsx'
import { agentAccounts, type UnmatchedNick } from '#clients/stores/nicks/contract.ts'
import { NickRow, NickRows } from '#clients/stores/nicks/NickRow.tsx'
import { bindsDirectly, statusNames, statusTones } from '#clients/stores/nicks/rules.ts'
import { useWithdrawal } from '#clients/stores/nicks/useWithdrawal.tsx'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { useRecordImport } from '#platform/record-imports/ui/useRecordImport.tsx'

interface Props {
  /** Limits the nicks to this store; by default all stores within the user's reach. */
  storeId?: number
  /** The company of that store, whose agents can be chosen. */
  companyCode?: string
  /** The number of rows shown before 显示全部; all by default. */
  atFirst?: number
}

type Nick = z.output<typeof UnmatchedNick>

const MAX_NICKS = 100

/** Nicks with figures and no binding, each to be bound or claimed once. Renders nothing if there are none. */
export function UnmatchedNicks({ storeId, companyCode, atFirst = MAX_NICKS }: Props) {
  const query = { ...(storeId && { storeId: [storeId] }), pageSize: MAX_NICKS, sort: '-days' } as const
  const call = useCall(agentAccounts.unmatched, query, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={null} panel compact>
      {(data) =>
        data.total > 0 && (
          <Unmatched data={data} storeId={storeId} companyCode={companyCode} atFirst={atFirst} />
        )
      }
    </Loaded>
  )
}

interface UnmatchedProps extends Required<Pick<Props, 'atFirst'>>, Omit<Props, 'atFirst'> {
  data: z.output<(typeof agentAccounts)['unmatched']['output']>
}

function Unmatched({ data, storeId, companyCode, atFirst }: UnmatchedProps) {
  const importing = useRecordImport('nick')
  const binds = bindsDirectly(useUser())
  const [claiming, setClaiming] = useState<Nick | null>(null)
  const { items, total } = data
  const hint = binds
    ? t('{n} 个昵称有数据，还不知道是谁；选一次人，之后自动认出', { n: total })
    : t('{n} 个昵称有数据，还不知道是谁；认领自己的，由组长确认', { n: total })
  return (
    <Panel
      title={t('待对应')}
      hint={hint}
      actions={!storeId && binds && <Button onClick={importing.action.onClick}>{t('批量导入')}</Button>}
      flush
    >
      {importing.window}
      <NickRows
        rows={items}
        atFirst={atFirst}
        more={total > items.length && t('先列出数据最多的 {n} 个，对应后会补上其余的。', { n: items.length })}
      >
        {(row) => (
          <NickRow
            key={`${row.storeId} ${row.nick}`}
            row={row}
            namesStore={!storeId}
            tag={
              row.claims.length > 0 && <StatusTag tone={statusTones.pending} label={t(statusNames.pending)} />
            }
            words={<Words row={row} />}
          >
            {binds ? (
              <Bind row={row} companyCode={companyCode} />
            ) : (
              <Claim row={row} onClaim={() => setClaiming(row)} />
            )}
          </NickRow>
        )}
      </NickRows>
      {claiming && <ClaimWindow nick={claiming} onClose={() => setClaiming(null)} />}
    </Panel>
  )
}

/** Binds the nick to an agent; for heads and admins. */
function Bind({ row: { storeId, nick }, companyCode }: { row: Nick; companyCode?: string }) {
  const [staffId, choose] = useState<number>()
  const { message } = App.useApp()
  const bind = useAction(agentAccounts.bind, {
    onSuccess: ({ staffName }) => message.success(t('“{nick}”已对应到{staffName}', { nick, staffName })),
  })
  return (
    <>
      <div className="nick-person">
        <StaffPicker
          purpose="agent"
          companyCode={companyCode}
          value={staffId}
          onChange={choose}
          placeholder={t('选择客服')}
          aria-label={t('昵称{nick}是谁', { nick })}
        />
      </div>
      <Button
        disabled={!staffId}
        loading={bind.isPending}
        onClick={() => staffId && bind.mutate({ storeId, nick, staffId })}
      >
        {t('对应')}
      </Button>
    </>
  )
}

/** Claims the nick or withdraws the claim; for agents. */
function Claim({ row, onClaim }: { row: Nick; onClaim: () => void }) {
  const user = useUser()
  const withdrawal = useWithdrawal()
  const ownClaim = row.claims.find(({ staffId }) => staffId === user.id)
  if (!ownClaim) return <Button onClick={onClaim}>{t('认领')}</Button>
  return (
    <Button loading={withdrawal.isPending} onClick={() => withdrawal.withdraw(ownClaim)}>
      {t('撤回认领')}
    </Button>
  )
}

function Words({ row: { firstOn, lastOn, days, claims } }: { row: Nick }) {
  const span = firstOn === lastOn ? firstOn : `${firstOn} – ${lastOn}`
  const names = claims.map(({ staffName }) => staffName).join(t('、'))
  return (
    <>
      <span className="nick-span">{t('{n} 天数据，{span}', { n: days, span })}</span>
      {claims.length > 0 && ` ${t('{names}已认领', { names })}`}
    </>
  )
}
