import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '#access/can.ts'
import { billStatements, type Statement } from '#billing/bill-statements/contract.ts'
import { type CreatedLink, NewLinkDialog } from '#billing/bill-statements/NewLinkDialog.tsx'
import { StatementAnswers } from '#billing/bill-statements/StatementAnswers.tsx'
import { StatementEvents } from '#billing/bill-statements/StatementEvents.tsx'
import { statementNames, statementTones } from '#billing/customer-bills/rules.ts'
import { formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useUser } from '#kit/ui/user.tsx'
import '#billing/bill-statements/statements.css'

interface Props {
  bill: { id: number; status: string; code: string | null; lines: readonly { position: number }[] }
}

/** 商家对账 on the bill screen: the merchant's link, its access log, the merchant's answers and our replies. */
export function StatementLinkPanel({ bill }: Props) {
  const [made, setMade] = useState<CreatedLink | null>(null)
  const call = useCall(billStatements.get, { id: bill.id }, { messagePlace: 'inPage' })
  const status = call.data?.status
  return (
    <Panel
      title={t('商家对账')}
      actions={status && <StatusTag tone={statementTones[status]} label={t(statementNames[status])} />}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {(data) => (
          <div className="statement">
            <StatementAnswers data={data} />
            <LinkPart data={data} canMake={bill.status !== 'void'} onMade={setMade} />
            <StatementEvents data={data} />
          </div>
        )}
      </Loaded>
      <NewLinkDialog made={made} code={bill.code} onClose={() => setMade(null)} />
    </Panel>
  )
}

const LINK_STATES = {
  live: '有效',
  locked: '输错 5 次，已失效',
  expired: '已过期',
  revoked: '已撤销',
} as const

interface LinkProps {
  data: Statement
  canMake: boolean
  onMade: (made: CreatedLink) => void
}

/** State of the link, and the actions on it. */
function LinkPart({ data, canMake, onMade }: LinkProps) {
  const maySwitch = can(useUser(), 'canAdmin')
  return (
    <>
      {data.link ? (
        <Facts items={factsOf(data.link)} />
      ) : (
        <p className="statement-quiet">
          {data.isOn
            ? t('生成链接和提取码发给商家，商家逐行确认或提出异议。')
            : t('贵公司没有开启商家对账页面，管理员可以在公司设置里开启。')}
          {!data.isOn && maySwitch && (
            <>
              {' '}
              <Link to="/account/settings/company?tab=statements">{t('去开启')}</Link>
            </>
          )}
        </p>
      )}
      {data.isOn && canMake && <LinkActions data={data} onMade={onMade} />}
    </>
  )
}

const factsOf = ({ state, expiresAt, madeAt, madeByName }: NonNullable<Statement['link']>) => [
  { label: t('链接'), value: t(LINK_STATES[state]) },
  { label: t('有效期至'), value: formatInstant(expiresAt).slice(0, 16) },
  { label: t('生成'), value: `${madeByName} ${formatInstant(madeAt).slice(0, 16)}` },
]

function LinkActions({ data: { billId: id, link }, onMade }: Omit<LinkProps, 'canMake'>) {
  const { message, modal } = App.useApp()
  const make = useAction(billStatements.make, { onSuccess: onMade })
  const revoke = useAction(billStatements.revoke, { onSuccess: () => void message.success(t('已撤销')) })
  const isLive = link?.state === 'live'
  const confirmFirst = (title: string, onOk: () => Promise<unknown>) => void modal.confirm({ title, onOk })
  const renew = () =>
    isLive
      ? confirmFirst(t('重新生成后，原来的链接和提取码立即失效。'), () => make.mutateAsync({ id }))
      : make.mutate({ id })
  const confirmRevoke = () =>
    confirmFirst(t('撤销后，商家不能再打开这个链接。已经作出的回复会保留。'), () =>
      revoke.mutateAsync({ id }),
    )
  return (
    <div className="statement-acts">
      <Button loading={make.isPending} onClick={renew}>
        {link ? t('重新生成') : t('生成对账链接')}
      </Button>
      {isLive && (
        <Button danger loading={revoke.isPending} onClick={confirmRevoke}>
          {t('撤销')}
        </Button>
      )}
    </div>
  )
}
