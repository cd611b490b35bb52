import { type Customer, customers } from '#clients/customers/contract.ts'
import { sourceNames, typeNames } from '#clients/customers/rules.ts'
import { formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Copyable } from '#kit/ui/Copyable.tsx'
import type { Fact } from '#kit/ui/Facts.tsx'
import { Masked } from '#kit/ui/Masked.tsx'
import { Revealable } from '#kit/ui/Revealable.tsx'
import './CustomerScreen.css'

/** Contact, owner, company and contract. */
export function contactFacts(
  customer: Customer,
  companyName: string | undefined,
  mayReveal: boolean,
  isOwner: boolean,
): Fact[] {
  const contact = (field: 'mobile' | 'wechat') =>
    mayReveal ? (
      <FullContact customer={customer} field={field} entrusted={isOwner} />
    ) : (
      <Masked value={customer[field]} />
    )
  return [
    { label: t('联系人'), value: customer.contact },
    { label: t('手机号'), value: contact('mobile') },
    { label: t('微信号'), value: contact('wechat') },
    { label: t('负责商务'), value: customer.ownerName },
    ...(companyName ? [{ label: t('公司'), value: companyName }] : []),
    { label: t('合同编号'), value: customer.contractNo },
    { label: t('合同期'), value: contractTime(customer) },
  ]
}

interface ContactProps {
  customer: Customer
  field: 'mobile' | 'wechat'
  entrusted: boolean
}

function FullContact({ customer, field, entrusted }: ContactProps) {
  const label = { mobile: t('手机号'), wechat: t('微信号') }[field]
  const of = { endpoint: customers.reveal, id: customer.id, field }
  return <Revealable {...of} value={customer[field]} label={label} entrusted={entrusted} />
}

function contractTime({ contractStartOn: start, contractEndOn: end }: Customer): string | null {
  return start || end ? `${start ?? t('未填')} – ${end ?? t('未填')}` : null
}

/** Type, code, source, tags and remark. Warnings about the code are shown below it. */
export function backgroundFacts(customer: Customer, warnings: string[]): Fact[] {
  return [
    { label: t('客户类型'), value: t(typeNames[customer.type]) },
    { label: t('统一社会信用代码'), value: <Uscc code={customer.uscc} warnings={warnings} /> },
    { label: t('客户来源'), value: customer.source && t(sourceNames[customer.source]) },
    { label: t('标签'), value: customer.tags.length > 0 && <Tags tags={customer.tags} /> },
    { label: t('备注'), value: customer.remark },
    { label: t('创建时间'), value: formatInstant(customer.createdAt) },
  ]
}

function Uscc({ code, warnings }: { code: string | null; warnings: string[] }) {
  return (
    <>
      <Copyable text={code} />
      {warnings.map((warning) => (
        <small key={warning} className="customer-warning">
          {warning}
        </small>
      ))}
    </>
  )
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <span className="customer-tags">
      {tags.map((tag) => (
        <span key={tag}>{tag}</span>
      ))}
    </span>
  )
}
