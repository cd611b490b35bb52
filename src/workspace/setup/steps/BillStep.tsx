import { App, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { lastDayOf, monthAfter } from '#kit/calendar.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { companyBooks } from '#people/books/contract.ts'
import type { SetupFacts } from '#workspace/setup/contract.ts'
import { StepPanel } from '#workspace/setup/StepPanel.tsx'
import { StepActions, type StepProps } from './stepProps.tsx'

const BILLS = '/customer-bill-management'

/** 首张账单: from which month the books begin, then the drafts of a month that is over. */
export function BillStep({ facts: { bill, pricing }, ...props }: StepProps) {
  const { booksFrom, drafts, issued, month } = bill
  return (
    <StepPanel
      step="bill"
      minutes={2}
      note={t('以后在 客户账单 里生成和出账')}
      actions={
        <>
          <StepActions {...props} />
          {drafts > 0 && <Drafts drafts={drafts} isFirst={issued === 0} />}
          {booksFrom && drafts === 0 && month && <Propose month={month} />}
        </>
      }
    >
      <p className="setup-intro">
        {t('先定从哪个月起记账，再按计费方式和数据生成草稿；核对后出账，发给商家。')}
      </p>
      {pricing.priced === 0 && (
        <p className="setup-needs">{t('还没有店铺定了价：先做第 4 步，账单才算得出来。')}</p>
      )}
      <BooksFrom bill={bill} />
      {booksFrom && !month && issued + drafts === 0 && <TooEarly from={booksFrom} />}
    </StepPanel>
  )
}

/** How many months before this one the books may begin here; 设置 › 账务 offers more. */
const MONTHS = 12

/** 启用月份: set here, or shown once it is set. */
function BooksFrom({ bill: { booksFrom, booksVersion } }: { bill: SetupFacts['bill'] }) {
  const { companyCode } = useUser()
  const { message } = App.useApp()
  const [month, setMonth] = useState(thisMonth())
  const save = useAction(companyBooks.set, { onSuccess: () => void message.success(t('已设定启用月份')) })
  if (booksFrom)
    return (
      <p className="setup-present">
        <b>{t('从 {month} 起记账', { month: booksFrom })}</b>
        <span>{t('之前的欠款和押金登记为期初')}</span>
      </p>
    )
  const input = { code: companyCode, version: booksVersion, month, reason: t('开始使用') }
  return (
    <TouchSize>
      <div className="setup-books">
        <label htmlFor="setup-books-from">{t('启用月份')}</label>
        <LocalSelect
          none="fixed"
          id="setup-books-from"
          value={month}
          options={monthsBack(thisMonth(), MONTHS)}
          onChange={(chosen) => setMonth(chosen)}
        />
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate(input)}>
          {t('设定')}
        </Button>
        <small>{t('从这个月起记账；之前的欠款和押金登记为期初。')}</small>
      </div>
    </TouchSize>
  )
}

/** 生成账单 of the last month, then the list of its drafts. */
function Propose({ month }: { month: string }) {
  const navigate = useNavigate()
  const propose = useAction(customerBills.propose)
  const run = async () => {
    await propose.mutateAsync({ month })
    void navigate(`${BILLS}?status=draft`)
  }
  return (
    <Button type="primary" loading={propose.isPending} onClick={() => void run().catch(() => undefined)}>
      {t('生成 {month} 的账单', { month })}
    </Button>
  )
}

function Drafts({ drafts, isFirst }: { drafts: number; isFirst: boolean }) {
  const label = t('核对 {n} 张草稿', { n: drafts })
  return <ActionButtons actions={[{ key: 'drafts', label, to: `${BILLS}?status=draft`, primary: isFirst }]} />
}

/** Before the first month is over: from when bills can be proposed, and what is possible now. */
function TooEarly({ from }: { from: string }) {
  const day = `${monthAfter(from)}-01`
  return (
    <div className="setup-needs">
      <p>
        {t('{month} 到 {last} 才过完，{day} 起可以生成它的账单；现在也可以手工写一张。', {
          month: from,
          last: lastDayOf(from).slice(5),
          day,
        })}
      </p>
      <ActionButtons actions={[{ key: 'new', label: t('新建账单'), icon: 'plus', to: `${BILLS}?new=1` }]} />
    </div>
  )
}
