import { Button } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { ClaimStep } from '#clients/stores/nicks/ClaimStep.tsx'
import { claimSentence, decisionSentence } from '#clients/stores/nicks/claimSentences.tsx'
import { type NickClaim, nickClaims } from '#clients/stores/nicks/contract.ts'
import { NickRow, NickRows } from '#clients/stores/nicks/NickRow.tsx'
import { bindsDirectly, statusNames, statusTones } from '#clients/stores/nicks/rules.ts'
import { useWithdrawal } from '#clients/stores/nicks/useWithdrawal.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'

interface Props {
  /** Limits the claims to this store; by default all stores within reach. */
  storeId?: number
  /** The number of rows shown before 显示全部; all by default. */
  atFirst?: number
  /** Shows only pending claims and those decided within a day, or nothing if there are none. */
  brief?: boolean
}

const MAX_CLAIMS = 100
const DAY_MS = 86_400_000

/** Claims of nicks: pending ones, and recently decided ones with their undo. */
export function NickClaims({ storeId, atFirst = MAX_CLAIMS, brief = false }: Props) {
  const query = { ...(storeId && { storeId: [storeId] }), pageSize: MAX_CLAIMS }
  const call = useCall(nickClaims.list, query, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} skeleton={null} panel compact>
      {(data) => {
        const rows = brief ? data.items.filter(isRecent) : data.items
        return (
          (rows.length > 0 || !(brief || storeId)) && (
            <Claims
              rows={rows}
              total={brief ? rows.length : data.total}
              storeId={storeId}
              atFirst={atFirst}
            />
          )
        )
      }}
    </Loaded>
  )
}

function isRecent({ decidedAt, undoneAt }: NickClaim): boolean {
  const at = undoneAt ?? decidedAt
  return at === null || Date.now() - Date.parse(at) < DAY_MS
}

export type Step = 'confirm' | 'reject' | 'undo'

interface ClaimsProps {
  rows: z.output<(typeof nickClaims)['list']['output']>['items']
  total: number
  storeId: number | undefined
  atFirst: number
}

function Claims({ rows, total, storeId, atFirst }: ClaimsProps) {
  const [openStep, setOpenStep] = useState<{ claim: NickClaim; step: Step } | null>(null)
  const retentionHint = bindsDirectly(useUser())
    ? t('结果保留 30 天，可以撤销')
    : t('由组长确认，结果保留 30 天')
  const pendingCount = rows.filter(({ status }) => status === 'pending').length
  return (
    <Panel
      title={t('昵称认领')}
      hint={pendingCount > 0 ? t('{n} 个待确认，确认之前什么都不变', { n: pendingCount }) : retentionHint}
      flush
    >
      {rows.length === 0 && (
        <EmptyState
          compact
          text={t('还没有昵称认领')}
          hint={t('组员认领的昵称在这里等组长确认，确认后 30 天内可以撤销。')}
        />
      )}
      <NickRows
        rows={rows}
        atFirst={atFirst}
        more={total > rows.length && t('先列出最近的 {n} 个。', { n: rows.length })}
      >
        {(claim) => (
          <NickRow
            key={claim.id}
            row={claim}
            namesStore={!storeId}
            tag={<StatusTag tone={statusTones[claim.status]} label={t(statusNames[claim.status])} />}
            words={
              <>
                {claimSentence(claim)} {decisionSentence(claim)}
              </>
            }
          >
            <Actions claim={claim} onStep={(step) => setOpenStep({ claim, step })} />
          </NickRow>
        )}
      </NickRows>
      {openStep && <ClaimStep {...openStep} onClose={() => setOpenStep(null)} />}
    </Panel>
  )
}

/** The actions that the user may take on a claim. */
function Actions({ claim, onStep }: { claim: NickClaim; onStep: (step: Step) => void }) {
  const user = useUser()
  const withdrawal = useWithdrawal()
  const isPending = claim.status === 'pending'
  const decides = isPending && claim.mayDecide
  const withdraws = isPending && claim.staffId === user.id
  if (!decides && !withdraws && !claim.mayUndo) return null
  return (
    <div className="nick-acts">
      {decides && <Button onClick={() => onStep('confirm')}>{t('确认')}</Button>}
      {decides && <Button onClick={() => onStep('reject')}>{t('不同意')}</Button>}
      {withdraws && (
        <Button loading={withdrawal.isPending} onClick={() => withdrawal.withdraw(claim)}>
          {t('撤回认领')}
        </Button>
      )}
      {claim.mayUndo && <Button onClick={() => onStep('undo')}>{t('撤销')}</Button>}
    </div>
  )
}
