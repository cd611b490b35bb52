import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useClient } from '#kit/clientContext.tsx'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { BatchResultsProps } from '#kit/ui/list/BatchResults.tsx'
import type { BatchForm } from '#kit/ui/list/declare.tsx'
import type { RowResult } from '#kit/ui/list/eachRow.ts'
import { fetchAll } from '#kit/ui/list/fetchAll.tsx'
import { type Store, stores } from './contract.ts'
import { UNPRICED_PATH } from './ui/unpricedPath.ts'

const TermsBatchForm = lazyPart<'TermsBatchForm', BatchForm<Store>>(
  () => import('./TermsBatchForm.tsx'),
  'TermsBatchForm',
)

const BatchResults = lazyPart<'BatchResults', BatchResultsProps>(
  () => import('#kit/ui/list/BatchResults.tsx'),
  'BatchResults',
)

interface Props {
  /** The number of stores without a price under the list's filters; if 0, only an open window is shown. */
  count: number
  /** The query of the list. */
  query: Record<string, unknown>
  /** Whether the user may set prices. */
  writes: boolean
}

/** Above the list: how many stores are billed but have no price, with the form that sets it for all of them. */
export function UnpricedBar({ count, query, writes }: Props) {
  const { rows, busy, open, close } = useUnpriced(query)
  const [results, setResults] = useState<RowResult[] | null>(null)
  return (
    <>
      {count > 0 && (
        <AttentionBar
          text={t('{n} 家已上线的店铺还没有计费方式：数字照常进报表，出账前要补。', {
            n: formatCount(count),
          })}
        >
          {query.price === undefined && <Link to={UNPRICED_PATH}>{t('只看这些')}</Link>}
          {writes && (
            <Button size="small" loading={busy} onClick={() => void open()}>
              {t('设置计费')}
            </Button>
          )}
        </AttentionBar>
      )}
      <Suspense>
        {rows && (
          <TermsBatchForm
            rows={rows}
            close={close}
            run={async (work) => setResults(await work(() => undefined))}
          />
        )}
        {results && (
          <BatchResults
            label={t('设置计费')}
            of={results}
            isSelected={false}
            onClose={() => setResults(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Reads the stores without a price under the list's filters, of every status and page, for the form. */
function useUnpriced({ status: _, current: _page, pageSize: _size, ...filters }: Record<string, unknown>) {
  const client = useClient()
  const [rows, setRows] = useState<Store[] | null>(null)
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      setRows(await fetchAll(client, stores.list, { ...filters, price: 'none' }))
    } catch (error) {
      ignoreShownErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return { rows, busy, open, close: () => setRows(null) }
}
