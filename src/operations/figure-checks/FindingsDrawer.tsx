import { Button, Drawer, Pagination } from 'antd'
import { useState } from 'react'
import { formatCount, formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { type FigureFinding, figureChecks } from './contract.ts'
import { sumNames } from './rules.ts'
import './checks.css'

const PAGE_SIZE = 20

/** The findings of a comparison: each stored total next to the sum of its days, and a button to recalculate them. */
export function FindingsDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const [current, setCurrent] = useState(1)
  const query = { id, current, pageSize: PAGE_SIZE }
  const call = useCall(figureChecks.findings, query, { messagePlace: 'inPage' })
  const recalculate = useAction(figureChecks.mend)
  const open = call.data?.items.some(({ mendedAt }) => mendedAt === null) ?? false
  return (
    <Drawer
      open
      onClose={onClose}
      placement={endSide()}
      size={560}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      title={call.data ? t('{at} 的核对', { at: formatInstant(call.data.checkedAt) }) : t('数据核对')}
      extra={
        open && (
          <Button type="primary" loading={recalculate.isPending} onClick={() => recalculate.mutate({ id })}>
            {t('按逐日数据重算')}
          </Button>
        )
      }
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(page) => <Findings {...page} current={current} onPage={setCurrent} />}
      </Loaded>
    </Drawer>
  )
}

interface FindingsProps {
  items: readonly FigureFinding[]
  total: number
  current: number
  onPage: (page: number) => void
}

function Findings({ items, total, current, onPage }: FindingsProps) {
  return (
    <>
      <ul className="findings">
        {items.map((finding) => (
          <Finding key={finding.id} {...finding} />
        ))}
      </ul>
      <Pagination
        current={current}
        pageSize={PAGE_SIZE}
        total={total}
        hideOnSinglePage
        showSizeChanger={false}
        onChange={onPage}
      />
    </>
  )
}

function Finding({ storeName, month, differences, mendedAt, mendedByName }: FigureFinding) {
  return (
    <li className="finding">
      <p className="finding-name">
        {t('{store}，{month}', { store: storeName, month })}
        {mendedAt ? (
          <StatusTag
            tone="blue"
            label={t('{name}于 {at} 重算', { name: mendedByName ?? '', at: formatInstant(mendedAt) })}
          />
        ) : (
          <StatusTag tone="red" label={t('待重算')} />
        )}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('项目')}</th>
            <th scope="col">{t('汇总')}</th>
            <th scope="col">{t('逐日相加')}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ sum, kept: stored, counted }) => (
            <tr key={sum}>
              <td>{t(sumNames[sum] ?? '')}</td>
              <td>{formatTotal(stored)}</td>
              <td>{formatTotal(counted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </li>
  )
}

const formatTotal = (value: number | null) => (value === null ? t('没有') : formatCount(value))
