import { Link } from 'react-router'
import { customers, type Similar } from '#clients/customers/contract.ts'
import { likenessNames, statusNames, statusTones } from '#clients/customers/rules.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import './SimilarCustomers.css'

/** The fields by which customers are compared. */
export interface SimilarityInput {
  exceptId?: number
  companyCode?: string
  name?: string
  mobile?: string
  uscc?: string
  wechat?: string
}

/** On a customer's page: the similar customers. */
export function SavedSimilarCustomers({ id, onMerge }: { id: number; onMerge: (other: number) => void }) {
  return <SimilarList input={{ exceptId: id }} onMerge={onMerge} />
}

/**
 * Lists the customers that look like `wanted`. With `onMerge`, a merge starts on this page; otherwise a link opens it.
 */
export function SimilarList({
  input,
  onMerge,
}: {
  input: SimilarityInput
  onMerge?: (other: number) => void
}) {
  const enabled = Object.keys(input).some((key) => key !== 'companyCode')
  const { data } = useCall(customers.similar, input, { enabled, keepRows: true })
  if (!enabled || !data || data.items.length + data.hidden.length === 0) return null
  return (
    <div className="similar" role="status">
      <p>
        <Icon name="warn" size={14} />
        {t('可能已经登记过：')}
      </p>
      <ul>
        {data.items.map((item) => (
          <SimilarRow key={item.id} item={item} exceptId={input.exceptId} onMerge={onMerge} />
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
