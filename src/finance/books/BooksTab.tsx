import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '#access/can.ts'
import { RedateForm } from '#billing/customer-bills/ui/RedateForm.tsx'
import { RerateRulePanel } from '#billing/rerates/ui/RerateRulePanel.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Facts } from '#kit/ui/Facts.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type Books, companyBooks } from '#people/books/contract.ts'
import { BooksFromForm } from '#people/books/ui/BooksFromForm.tsx'
import { type OutsideDocument, outsideBooks } from './contract.ts'
import { documentNames } from './rules.ts'

/** 公司设置 → 账务: the first month of the company's books, and documents dated outside them. */
export function BooksTab() {
  const { companyCode: code } = useUser()
  const call = useCall(companyBooks.get, { code }, { messagePlace: 'inPage' })
  const [open, setOpen] = useState(false)
  const mayChange = can(useUser(), 'canAdmin')
  return (
    <>
      <Panel
        title={t('启用月份')}
        hint={t('只作用于您所在的公司')}
        actions={
          call.data &&
          mayChange &&
          !call.data.locked && <ChangeButton books={call.data} onClick={() => setOpen(true)} />
        }
      >
        <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
          {(books) => (
            <>
              <Beginning books={books} />
              <BooksFromForm books={books} open={open} onClose={() => setOpen(false)} />
            </>
          )}
        </Loaded>
      </Panel>
      <RerateRulePanel />
      <Outside />
    </>
  )
}

function ChangeButton({ books, onClick }: { books: Books; onClick: () => void }) {
  return (
    <Button type={books.from === null ? 'primary' : 'default'} onClick={onClick}>
      {books.from === null ? t('设定启用月份') : t('修改启用月份')}
    </Button>
  )
}

function Beginning({ books }: { books: Books }) {
  return (
    <Facts
      items={[
        { label: t('启用月份'), value: books.from ?? t('未设') },
        { label: t('状态'), value: stateOf(books) },
        { label: t('最早未结日'), value: books.openFrom },
        {
          label: t('说明'),
          value: t(
            '启用月份之前的欠款和押金请登记为期初；之后的单据按日期记入各月。有月份结账后，启用月份不能再改。',
          ),
          wide: true,
        },
      ]}
    />
  )
}

function stateOf({ from, locked }: Books): string {
  if (from === null) return t('未设：不能登记账单、收款、报销和手工项')
  return locked ? t('已锁：已有月份结账') : t('已设')
}

function Outside() {
  const [redating, setRedating] = useState<OutsideDocument | null>(null)
  const receipt = redating && receiptOf(redating)
  return (
    <>
      <ListPage
        endpoint={outsideBooks.list}
        name={t('账期外的单据')}
        heading={{ title: t('账期外的单据'), hint: t('仍然付清它的账单，但不计入任何月份') }}
        columns={columns()}
        rowActions={(row) => [
          row.document === 'receipt' && { key: 'redate', label: t('改期'), onClick: () => setRedating(row) },
        ]}
        empty={({ covers }) =>
          allWell({
            covers: covers ?? 0,
            good: (n) => ({
              text: t('{n} 份单据都在账期内', { n }),
              hint: t('日期早于启用月份或晚于今天的单据会列在这里。'),
            }),
            none: {
              text: t('还没有单据'),
              hint: t('账单、收款和报销单登记之后，日期在账期之外的列在这里。'),
            },
          })
        }
      />
      {receipt && <RedateForm receipt={receipt} onClose={() => setRedating(null)} />}
    </>
  )
}

/** Fields for changing the date of a receipt; null for other documents, which are edited on their own pages. */
function receiptOf({ id, billId, version, name }: OutsideDocument) {
  return billId === null || version === null ? null : { id, billId, version, name }
}

const columns = (): Column<OutsideDocument>[] => [
  {
    key: 'name',
    title: t('单据'),
    pinned: true,
    phone: 'name',
    render: (row) => {
      const text = `${t(documentNames[row.document])} ${row.name}`
      return row.billId === null ? text : <Link to={`/customer-bill-management/${row.billId}`}>{text}</Link>
    },
  },
  { key: 'onDay', title: t('日期'), type: 'day' },
  { key: 'amountCents', title: t('金额'), type: 'money' },
]
