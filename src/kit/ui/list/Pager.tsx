import { Pagination } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { PAGE_SIZES } from './address.ts'
import './ListTabs.css'

interface Props {
  current: number
  pageSize: number
  total: number
  onPage: (change: { current: number; pageSize: number }) => void
}

/** 第 1-20 条/总共 132 条, the pages, and the page size. Another size starts at page 1. */
export function Pager({ current, pageSize, total, onPage }: Props) {
  const phone = usePhone()
  if (total === 0) return null
  return (
    <Pagination
      className="list-pager"
      align="end"
      simple={phone ? { readOnly: true } : false}
      current={current}
      pageSize={pageSize}
      total={total}
      pageSizeOptions={PAGE_SIZES}
      showSizeChanger={!phone}
      showTotal={(all, [from, to]) =>
        t('第 {from}-{to} 条/总共 {all} 条', { from, to, all: formatCount(all) })
      }
      onChange={(page, size) => onPage({ current: size === pageSize ? page : 1, pageSize: size })}
    />
  )
}
