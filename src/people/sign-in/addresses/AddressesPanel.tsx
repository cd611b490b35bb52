import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { type FieldTexts, fieldsOf } from '#kit/failures.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { isAllowed, parseRange } from '#people/sessions/addresses/rules.ts'
import { type AddressRule, signInAddresses } from './contract.ts'
import './AddressesPanel.css'

/** The addresses from which the company's people may sign in. */
export function AddressesPanel() {
  const call = useCall(signInAddresses.get, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('允许登录的地址')} hint={t('只作用于您所在的公司')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(rule) => (
          <>
            {rule.proxyIgnored && <ProxyWarning />}
            <AddressList key={rule.version} rule={rule} />
          </>
        )}
      </Loaded>
    </Panel>
  )
}

function ProxyWarning() {
  return (
    <AttentionBar
      text={t(
        '请求经过了反向代理，但没有设置 TRUST_PROXY：所有人看起来都来自同一个地址，按地址的限制和登录记录都不准。请先让运维设置。',
      )}
    />
  )
}

/** A row of the list; `key` identifies it while others are added and removed. */
interface Entry {
  key: number
  address: string
  note: string
}

function entriesOf({ addresses }: AddressRule): Entry[] {
  return addresses.map(({ address, note }, key) => ({ key, address, note: note ?? '' }))
}

const contentOf = (entries: readonly Entry[]) =>
  JSON.stringify(entries.map(({ address, note }) => [address, note]))

function useAddresses(rule: AddressRule) {
  const { message } = App.useApp()
  const [entries, setEntries] = useState(() => entriesOf(rule))
  const [refused, setRefused] = useState<FieldTexts>({})
  const save = useAction(signInAddresses.set, {
    onSuccess: () => void message.success(t('已保存')),
    onError: (error) => setRefused(fieldsOf(error) ?? {}),
  })
  const change = (next: Entry[]) => {
    setRefused({})
    setEntries(next)
  }
  const add = (address: string) =>
    change([...entries, { key: Math.max(-1, ...entries.map(({ key }) => key)) + 1, address, note: '' }])
  const edit = (key: number, part: Partial<Entry>) =>
    change(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)))
  const remove = (key: number) => change(entries.filter((entry) => entry.key !== key))
  const submit = () => {
    const problems = problemsIn(entries)
    setRefused(problems)
    if (Object.keys(problems).length > 0) return
    const addresses = entries.map(({ address, note }) => ({
      address: address.trim(),
      note: note.trim() || null,
    }))
    save.mutate({ addresses, version: rule.version })
  }
  const isChanged = contentOf(entries) !== contentOf(entriesOf(rule))
  return { entries, refused, add, edit, remove, submit, isChanged, isPending: save.isPending }
}

/** The server's names of the fields that are no address. */
function problemsIn(entries: readonly Entry[]): FieldTexts {
  const wrong = entries.flatMap(({ address }, index) =>
    parseRange(address.trim())
      ? []
      : [[`addresses.${index}.address`, t('请填 IP 地址、网段或起止地址，如 10.0.0.0/8')]],
  )
  return Object.fromEntries(wrong)
}

function AddressList({ rule }: { rule: AddressRule }) {
  const { entries, refused, add, edit, remove, submit, isChanged, isPending } = useAddresses(rule)
  const { currentAddress } = rule
  const excludesMe = !isAllowed(
    entries.map(({ address }) => address),
    currentAddress,
  )
  return (
    <div className="sign-in-addresses">
      <p>{t('填写后，只有从这些地址才能登录和使用；其他地址上已有的登录立即失效。不填则不限制。')}</p>
      {entries.length > 0 && (
        <ul aria-label={t('允许登录的地址')}>
          {entries.map((entry, index) => (
            <AddressRow
              key={entry.key}
              entry={entry}
              number={index + 1}
              problem={refused[`addresses.${index}.address`]}
              onChange={(part) => edit(entry.key, part)}
              onRemove={() => remove(entry.key)}
            />
          ))}
        </ul>
      )}
      {refused.addresses && <p role="alert">{refused.addresses}</p>}
      <div className="sign-in-addresses-actions">
        <Button onClick={() => add('')}>{t('添加地址')}</Button>
        {(entries.length === 0 || excludesMe) && (
          <Button onClick={() => add(currentAddress)}>
            {t('添加我现在的地址 {ip}', { ip: currentAddress })}
          </Button>
        )}
        <Button type="primary" disabled={!isChanged} loading={isPending} onClick={submit}>
          {t('保存')}
        </Button>
      </div>
      <p className="sign-in-addresses-current">
        {entries.length === 0
          ? t('现在不限制地址。您现在的地址是 {ip}。', { ip: currentAddress })
          : t('您现在的地址是 {ip}，须在其中。公司的出口地址变了、谁也进不来时，由运维在服务器上清空。', {
              ip: currentAddress,
            })}
      </p>
    </div>
  )
}

interface RowProps {
  entry: Entry
  /** From 1, for screen readers. */
  number: number
  problem: string | undefined
  onChange: (part: Partial<Entry>) => void
  onRemove: () => void
}

function AddressRow({ entry, number, problem, onChange, onRemove }: RowProps) {
  const problemId = `sign-in-address-${entry.key}-problem`
  return (
    <li>
      <Input
        value={entry.address}
        status={problem && 'error'}
        placeholder={t('如 203.0.113.0/24')}
        aria-label={t('第 {n} 个地址', { n: number })}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem && problemId}
        maxLength={100}
        onChange={({ target }) => onChange({ address: target.value })}
      />
      <Input
        value={entry.note}
        placeholder={t('备注，如总部宽带')}
        aria-label={t('第 {n} 个地址的备注', { n: number })}
        maxLength={40}
        onChange={({ target }) => onChange({ note: target.value })}
      />
      <Button
        type="text"
        icon={<Icon name="close" />}
        aria-label={t('删除第 {n} 个地址', { n: number })}
        onClick={onRemove}
      />
      {problem && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}
