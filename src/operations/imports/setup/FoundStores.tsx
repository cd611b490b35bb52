import { Checkbox, Input } from 'antd'
import type { ReactNode } from 'react'
import { platformNames } from '#clients/stores/rules.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { CustomerChoice } from './CustomerChoice.tsx'
import type { NameSource, Proposed } from './contract.ts'
import { missingIn, type NewStatus, newCustomers, type StoreDraft, statusChoices } from './storeDrafts.ts'
import type { Setup } from './useSetup.tsx'
import type { SetupRunner } from './useSetupRun.tsx'
import './FoundStores.css'

interface Props {
  setup: Setup
  runner: SetupRunner
}

/** 文件里的店铺: the stores of the files that are not registered yet, each to be created with the import. */
export function FoundStores({ setup, runner }: Props) {
  const { stores, drafts } = setup
  const ready = [...drafts.values()].filter((draft) => missingIn(draft).length === 0)
  const included = ready.filter((draft) => draft.included)
  return (
    <section className="found" aria-label={t('文件里的店铺')}>
      <header className="found-head">
        <h3>{t('文件里的店铺')}</h3>
        <span>{summaryOf(stores.length, stores.length - ready.length)}</span>
      </header>
      <ForAll setup={setup} included={included} />
      <table className="found-table found-stores">
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                aria-label={t('新建全部店铺')}
                checked={included.length === stores.length}
                indeterminate={included.length > 0 && included.length < stores.length}
                disabled={ready.length === 0}
                onChange={({ target }) =>
                  setup.edit(
                    ready.map(({ key }) => key),
                    { included: target.checked },
                  )
                }
              />
            </th>
            <th scope="col">{t('店铺名')}</th>
            <th scope="col">{t('平台')}</th>
            <th scope="col">{t('认自')}</th>
            <th scope="col">{t('客户')}</th>
            <th scope="col" className="found-number">
              {t('昵称')}
            </th>
            <th scope="col" className="found-number">
              {t('咨询人数')}
            </th>
          </tr>
        </thead>
        <tbody>
          {stores.map((store) => (
            <StoreRow key={store.key} store={store} setup={setup} runner={runner} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function summaryOf(all: number, incomplete: number): string {
  const total = t('{n} 家还没有登记', { n: all })
  return incomplete > 0 ? t('{total}，{n} 家要补充', { total, n: incomplete }) : total
}

/** What applies to all new stores: one customer for those that are ticked, their status and their head. */
function ForAll({ setup, included }: { setup: Setup; included: readonly StoreDraft[] }) {
  const { drafts, status, leader } = setup
  const [first] = included
  const shared = first && included.every(({ customer }) => isSameCustomer(customer, first.customer))
  return (
    <div className="found-all">
      <Labelled label={t('状态')}>
        <LocalSelect<NewStatus>
          none="fixed"
          aria-label={t('新店铺的状态')}
          value={status}
          options={statusChoices()}
          popupMatchSelectWidth={false}
          onChange={setup.setStatus}
        />
      </Labelled>
      <Labelled label={t('组长')}>
        <span className="found-leader">
          <StaffPicker
            purpose="leader"
            aria-label={t('新店铺的组长')}
            placeholder={t('以后再定')}
            value={leader?.id ?? null}
            name={leader?.name ?? null}
            onChange={(id, name = '') => setup.setLeader(id === undefined ? null : { id, name })}
          />
        </span>
      </Labelled>
      {included.length > 1 && (
        <Labelled label={t('{n} 家同属一位客户', { n: included.length })}>
          <span className="found-customer">
            <CustomerChoice
              aria-label={t('所选店铺的客户')}
              value={shared ? first.customer : null}
              newNames={newCustomers([...drafts.values()])}
              placeholder={t('各归各的')}
              onChange={(customer) =>
                setup.edit(
                  included.map(({ key }) => key),
                  { customer: customer ?? undefined },
                )
              }
            />
          </span>
        </Labelled>
      )}
      <p>{t('价格以后再填：数字照常进报表，出账前要补')}</p>
    </div>
  )
}

function isSameCustomer(one: StoreDraft['customer'], other: StoreDraft['customer']): boolean {
  return one?.id === other?.id && one?.name === other?.name
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="found-labelled">
      <span>{label}</span>
      {children}
    </span>
  )
}

interface RowProps extends Props {
  store: Proposed
}

const SOURCES: Record<NameSource, string> = {
  column: '店铺名列',
  fileName: '文件名',
  nicks: '昵称开头',
  none: '文件没写',
}

function StoreRow({ store, setup, runner }: RowProps) {
  const draft = setup.drafts.get(store.key)
  if (!draft) return null
  const label = draft.name || store.hint || t('没有店名的文件')
  const problems = Object.values(runner.problems[store.key] ?? {})
  return (
    <tr className={draft.included ? 'found-row' : 'found-row found-row-out'}>
      <td className="found-check">
        <Checkbox
          aria-label={t('新建店铺 {name}', { name: label })}
          checked={draft.included}
          disabled={missingIn(draft).length > 0}
          onChange={({ target }) => setup.edit([store.key], { included: target.checked })}
        />
      </td>
      <td className="found-name">
        <NameField store={store} draft={draft} setup={setup} runner={runner} />
        {problems.map((problem) => (
          <p key={problem} className="found-problem" role="alert">
            {problem}
          </p>
        ))}
      </td>
      <td data-label={t('平台')}>
        <PlatformField store={store} draft={draft} setup={setup} runner={runner} />
      </td>
      <td data-label={t('认自')} className="found-quiet" title={store.hint ?? undefined}>
        {t(SOURCES[store.source])}
      </td>
      <td data-label={t('客户')}>
        <CustomerField store={store} draft={draft} setup={setup} runner={runner} />
      </td>
      <td data-label={t('昵称')} className="found-number">
        {formatCount(store.nicks)}
      </td>
      <td data-label={t('咨询人数')} className="found-number">
        {formatCount(store.consultUsers)}
      </td>
    </tr>
  )
}

type FieldProps = RowProps & { draft: StoreDraft }

const needClass = (isMissing: boolean) => (isMissing ? 'found-field found-field-need' : 'found-field')

function NameField({ store, draft, setup, runner }: FieldProps) {
  const isMissing = draft.name.trim() === ''
  const hint = store.hint ? t('写店铺名；{hint}', { hint: store.hint }) : t('写店铺名')
  return (
    <span className={needClass(isMissing)}>
      <Input
        value={draft.name}
        maxLength={64}
        placeholder={hint}
        aria-label={t('{name} 的店铺名', { name: store.name ?? store.hint ?? t('没有店名的文件') })}
        status={runner.problems[store.key]?.name ? 'error' : ''}
        onChange={({ target }) => {
          runner.touch(store.key)
          setup.edit([store.key], { name: target.value })
        }}
      />
    </span>
  )
}

/** The platform; a choice if the format of the file contains stores of several. */
function PlatformField({ store, draft, setup, runner }: FieldProps) {
  const { platform } = draft
  if (store.platforms.length === 1 && platform) return <>{t(platformNames[platform])}</>
  return (
    <span className={needClass(platform === null)}>
      <LocalSelect
        none="fixed"
        className="wide-control"
        value={platform}
        placeholder={t('选择')}
        aria-label={t('{name} 的平台', { name: draft.name || t('没有店名的文件') })}
        options={store.platforms.map((value) => ({ value, label: t(platformNames[value]) }))}
        onChange={(value) => {
          runner.touch(store.key)
          setup.edit([store.key], { platform: value })
        }}
      />
    </span>
  )
}

function CustomerField({ store, draft, setup, runner }: FieldProps) {
  return (
    <span className={needClass(draft.customer === null)}>
      <CustomerChoice
        aria-label={t('{name} 的客户', { name: draft.name || t('没有店名的文件') })}
        value={draft.customer}
        newNames={newCustomers([...setup.drafts.values()])}
        status={runner.problems[store.key]?.customer ? 'error' : undefined}
        onChange={(customer) => {
          runner.touch(store.key)
          setup.edit([store.key], { customer })
        }}
      />
    </span>
  )
}
