import type { UseQueryResult } from '@tanstack/react-query'
import type { Consequence, ConsequencesEndpoint, ShownConsequences } from '#kit/consequences.ts'
import type { CallError } from '#kit/failures.ts'
import { formatCount, formatMoney, formatText } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from './Loaded.tsx'
import { useDebouncedValue } from './useDebouncedValue.tsx'
import './ConsequenceList.css'

type Call = UseQueryResult<ShownConsequences, CallError>

/** Debounce: how long an input must stay unchanged before it is sent, in ms. */
const SETTLED_MS = 300

/**
 * Reads what a write will change, for an input that may still be edited; null: the input is not complete yet. `ready`:
 * the numbers are those of this input, or the write itself will report the error.
 */
export function useConsequences(
  endpoint: ConsequencesEndpoint,
  input: object | null,
): { call: Call; ready: boolean } {
  const currentInput = JSON.stringify(input)
  const settledInput = useDebouncedValue(currentInput, SETTLED_MS)
  const call = useCall(endpoint, JSON.parse(settledInput) ?? {}, {
    enabled: settledInput !== 'null',
    messagePlace: 'inPage',
    keepRows: true,
    // Each window reads again; after its own write it must not refetch.
    staleTime: 'static',
    gcTime: 0,
  })
  const isLoaded = call.data !== undefined && !call.isPlaceholderData && !call.isFetching
  const refused = call.error?.status !== undefined && call.error.status < 500
  return { call, ready: currentInput === 'null' || (currentInput === settledInput && (isLoaded || refused)) }
}

/** 将发生的变化: what a write will change, in numbers. */
export function ConsequenceList({ call }: { call: Call }) {
  if (!call.isEnabled && !call.data) return null
  return (
    <section className="consequences" aria-label={t('将发生的变化')} aria-busy={call.isFetching}>
      <h3>{t('将发生的变化')}</h3>
      <Loaded call={call} compact>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('没有其他变化。')}</p>
          ) : (
            <dl>
              {items.map((item) => (
                <Row key={JSON.stringify([item.label, item.values])} item={item} />
              ))}
            </dl>
          )
        }
      </Loaded>
    </section>
  )
}

function Row({
  item: { label, type, from, to, note, values = {} },
}: {
  item: ShownConsequences['items'][number]
}) {
  return (
    <div>
      <dt>
        {t(label, values)}
        {note !== undefined && <small>{t(note, values)}</small>}
      </dt>
      <dd>
        {from !== undefined && (
          <>
            <span className="consequence-from">{formatConsequence(type, from)}</span>
            <span role="img" aria-label={t('变为')}>
              {' → '}
            </span>
          </>
        )}
        <b>{formatConsequence(type, to)}</b>
      </dd>
    </div>
  )
}

function formatConsequence(type: Consequence['type'], value: Consequence['to']): string {
  if (value === null) return '-'
  if (type === 'count') return formatCount(Number(value))
  if (type === 'money') return formatMoney(Number(value))
  return type === 'word' ? t(String(value)) : formatText(value)
}
