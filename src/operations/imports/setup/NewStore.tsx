import { App, Button, Input } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { CustomerChoice } from './CustomerChoice.tsx'
import type { Proposed } from './contract.ts'
import {
  missingIn,
  type NewStatus,
  newCustomers,
  type StoreDraft,
  type StoreEdit,
  statusChoices,
} from './storeDrafts.ts'
import type { Setup } from './useSetup.tsx'
import type { SetupRunner } from './useSetupRun.tsx'
import './NewStore.css'

interface Props {
  store: Proposed
  setup: Setup
  runner: SetupRunner
  /** Chooses an existing store instead; absent if the file cannot be read again. */
  onChoose: ((storeId: number) => void) | undefined
  onClose: () => void
}

/** What the store of a row gets in addition to its proposal. */
interface Service {
  status: NewStatus
  leaderId: number | undefined
}

/** 新建店铺 in the row of a file: creates the store that the file names, for all files that name it. */
export function NewStore({ store, setup, runner, onChoose, onClose }: Props) {
  const [service, setService] = useState<Service>({ status: 'serving', leaderId: undefined })
  const { message } = App.useApp()
  const draft = setup.drafts.get(store.key)
  if (!draft) return null
  const create = async () => {
    const drafts = [{ ...draft, included: true }]
    if (!(await runner.run({ drafts, ...service, commit: false }))) return
    message.success(t('已新建店铺“{name}”，它的文件可以导入了', { name: draft.name.trim() }))
    onClose()
  }
  return (
    <section className="store-draft" aria-label={t('新建店铺')}>
      <Head similar={store.similar} onChoose={onChoose} />
      <div className="store-draft-fields">
        <IdentityFields store={store} draft={draft} setup={setup} runner={runner} />
        <ServiceFields {...service} onChange={setService} />
      </div>
      {runner.failure && (
        <p className="store-draft-problem" role="alert">
          {runner.failure}
        </p>
      )}
      <footer>
        <p>{t('还没有报价：数字照常进报表，出账前要补')}</p>
        <Button size="small" disabled={runner.isRunning} onClick={onClose}>
          {t('取消')}
        </Button>
        <Button
          size="small"
          color="primary"
          variant="outlined"
          loading={runner.isRunning}
          disabled={missingIn(draft).length > 0}
          onClick={create}
        >
          {t('建好并选用')}
        </Button>
      </footer>
    </section>
  )
}

interface IdentityProps extends Pick<Props, 'store' | 'setup' | 'runner'> {
  draft: StoreDraft
}

function IdentityFields({ store, draft, setup, runner }: IdentityProps) {
  const problems = runner.problems[store.key] ?? {}
  const edit = (change: StoreEdit) => {
    runner.touch(store.key)
    setup.edit([store.key], change)
  }
  return (
    <>
      <Labelled label={t('店铺名')} required problem={problems.name}>
        {(id) => (
          <Input
            id={id}
            maxLength={64}
            value={draft.name}
            placeholder={store.hint ?? t('与平台上的店铺名一致')}
            onChange={({ target }) => edit({ name: target.value })}
          />
        )}
      </Labelled>
      <PlatformOf store={store} draft={draft} problem={problems.platform} onChange={edit} />
      <Labelled label={t('客户')} required problem={problems.customer}>
        {(id) => (
          <CustomerChoice
            id={id}
            aria-label={t('客户')}
            value={draft.customer}
            newNames={newCustomers([draft])}
            onChange={(customer) => edit({ customer })}
          />
        )}
      </Labelled>
    </>
  )
}

function ServiceFields({ onChange, ...service }: Service & { onChange: (service: Service) => void }) {
  return (
    <>
      <Labelled label={t('组长')}>
        {(id) => (
          <StaffPicker
            id={id}
            purpose="leader"
            placeholder={t('以后再定')}
            value={service.leaderId ?? null}
            onChange={(leaderId) => onChange({ ...service, leaderId })}
          />
        )}
      </Labelled>
      <Labelled label={t('状态')}>
        {(id) => (
          <LocalSelect<NewStatus>
            id={id}
            none="fixed"
            className="wide-control"
            value={service.status}
            options={statusChoices()}
            popupMatchSelectWidth={false}
            onChange={(status) => onChange({ ...service, status })}
          />
        )}
      </Labelled>
    </>
  )
}

/** What happens, and the existing stores that may be meant. */
function Head({ similar, onChoose }: Pick<Proposed, 'similar'> & Pick<Props, 'onChoose'>) {
  return (
    <header>
      <h3>{t('新建店铺')}</h3>
      <span>{t('店名和平台取自文件；建好后这一行就能导入，同名的文件一起对上')}</span>
      {onChoose && similar.length > 0 && (
        <span className="store-draft-similar">
          {t('改选已有店铺：')}
          {similar.map(({ id, name, platform }) => (
            <Button key={id} type="link" size="small" onClick={() => onChoose(id)}>
              {t('{name}（{platform}）', { name, platform: t(platformNames[platform]) })}
            </Button>
          ))}
        </span>
      )}
    </header>
  )
}

interface PlatformProps {
  store: Proposed
  draft: StoreDraft
  problem: string | undefined
  onChange: (change: Pick<StoreDraft, 'platform'>) => void
}

/** The platform of the file's format; a choice if the format contains stores of several. */
function PlatformOf({ store, draft, problem, onChange }: PlatformProps) {
  const options = store.platforms.map((value) => ({ value, label: t(platformNames[value]) }))
  return (
    <Labelled label={t('平台')} required={options.length > 1} problem={problem}>
      {(id) => (
        <LocalSelect
          id={id}
          none="fixed"
          className="wide-control"
          disabled={options.length === 1}
          value={draft.platform}
          placeholder={t('选择')}
          options={options}
          onChange={(platform) => onChange({ platform })}
        />
      )}
    </Labelled>
  )
}

interface LabelledProps {
  label: string
  required?: boolean
  problem?: string | undefined
  children: (id: string) => ReactNode
}

function Labelled({ label, required, problem, children }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={required ? 'store-draft-required' : undefined}>
        {label}
      </label>
      {children(id)}
      {problem && (
        <p className="store-draft-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
