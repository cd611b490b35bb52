import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { Similar } from '#clients/customers/contract.ts'
import { customers } from '#clients/customers/contract.ts'
import { likenessNames, statusNames, statusTones } from '#clients/customers/rules.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import './SimilarCustomers.css'

const PAUSE_MS = 400

interface Wanted {
  exceptId?: number
  companyCode?: string
  name?: string
  mobile?: string
  uscc?: string
  wechat?: string
}

/** Under the name in a form: the customers that look like the one being typed, before it is saved twice. */
export function SimilarCustomers({ exceptId }: { exceptId?: number }) {
  const [name, mobile, uscc, wechat, companyCode] = [
    Form.useWatch<string | undefined>('name'),
    Form.useWatch<string | undefined>('mobile'),
    Form.useWatch<string | undefined>('uscc'),
    Form.useWatch<string | undefined>('wechat'),
    Form.useWatch<string | undefined>('companyCode'),
  ]
  const typed = sent({ exceptId, companyCode, name, mobile, uscc, wechat })
  const wanted = usePaused(JSON.stringify(typed))
  return <Found wanted={JSON.parse(wanted)} />
}

/** On a customer's page: the same for what is saved. */
export function SavedSimilarCustomers({ id, onMerge }: { id: number; onMerge: (other: number) => void }) {
  return <Found wanted={{ exceptId: id }} onMerge={onMerge} />
}

function Found({ wanted, onMerge }: { wanted: Wanted; onMerge?: (other: number) => void }) {
  const enabled = Object.keys(wanted).some((key) => key !== 'companyCode')
  const { data } = useCall(customers.similar, wanted, { enabled, keepRows: true })
  if (!enabled || !data || data.items.length + data.hidden.length === 0) return null
  return (
    <div className="similar" role="status">
      <p>
        <Icon name="warn" size={14} />
        {t('可能已经登记过：')}
      </p>
      <ul>
        {data.items.map((item) => (
          <SimilarRow key={item.id} item={item} exceptId={wanted.exceptId} onMerge={onMerge} />
        ))}
        {data.hidden.length > 0 && (
          <li>
            {t('本公司已有{likeness}的客户，由其他同事负责；请先与管理员核对。', {
              likeness: data.hidden.map((one) => t(likenessNames[one])).join(t('、')),
            })}
          </li>
        )}
      </ul>
    </div>
  )
}

interface RowProps {
  item: Similar
  exceptId: number | undefined
  onMerge: ((other: number) => void) | undefined
}

function SimilarRow({ item, exceptId, onMerge }: RowProps) {
  const { id, name, status, ownerName, likeness, mergeable } = item
  return (
    <li>
      <b>{name}</b>
      <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
      <small>
        {likeness.map((one) => t(likenessNames[one])).join(t('、'))} · {ownerName}
      </small>
      <span className="similar-acts">
        <Link to={`/customer-management/${id}`} target="_blank">
          {t('打开')}
        </Link>
        {mergeable && onMerge && (
          <button type="button" className="link-button" onClick={() => onMerge(id)}>
            {t('合并')}
          </button>
        )}
        {mergeable && !onMerge && exceptId !== undefined && (
          <Link to={`/customer-management/${exceptId}?merge=${id}`}>{t('合并')}</Link>
        )}
      </span>
    </li>
  )
}

/** What is worth asking for: a contact that still stands masked, or is not whole, is not. */
function sent({ mobile, ...rest }: { [K in keyof Wanted]: Wanted[K] | undefined }): Wanted {
  const digits = mobile?.replace(/\D/g, '') ?? ''
  const known = { ...rest, mobile: digits.length >= 11 && !mobile?.includes('*') ? mobile : undefined }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value)) as Wanted
}

/** The text once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState('{}')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
