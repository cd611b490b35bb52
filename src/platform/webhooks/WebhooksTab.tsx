import { App, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { FormPart } from '#kit/ui/form/declare.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { type Webhook, webhooks } from './contract.ts'
import { kindNames } from './rules.ts'
import './WebhooksTab.css'

/** 公司设置 → 群机器人: the groups that can get the company's subscriptions in addition to the console. */
export function WebhooksTab() {
  const call = useCall(webhooks.list, {}, { messagePlace: 'inPage' })
  const [form, setForm] = useState<Webhook | 'new' | null>(null)
  const add = (
    <Button type="primary" onClick={() => setForm('new')}>
      {t('添加群机器人')}
    </Button>
  )
  return (
    <Panel title={t('群机器人')} hint={t('地址加密保存，不会再显示')} actions={add}>
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {(data) => <Rows rows={data} onEdit={setForm} />}
      </Loaded>
      <WebhookForm form={form} onClose={() => setForm(null)} />
    </Panel>
  )
}

function Rows({ rows, onEdit }: { rows: readonly Webhook[]; onEdit: (one: Webhook) => void }) {
  if (rows.length === 0) {
    return (
      <EmptyState
        text={t('还没有群机器人')}
        hint={t('在企业微信、钉钉或飞书的群设置里添加自定义机器人，把它的地址复制到这里。')}
      />
    )
  }
  return (
    <ul className="webhooks">
      {rows.map((one) => (
        <WebhookRow key={one.id} one={one} onEdit={() => onEdit(one)} />
      ))}
    </ul>
  )
}

function WebhookRow({ one, onEdit }: { one: Webhook; onEdit: () => void }) {
  const { message } = App.useApp()
  const test = useAction(webhooks.test, {
    onSuccess: () => void message.success(t('测试消息已送达，请到群里看看')),
  })
  const remove = useAction(webhooks.remove, { onSuccess: () => void message.success(t('群机器人已删除')) })
  return (
    <li>
      <div>
        <strong>{one.name}</strong>
        <p>
          {t(kindNames[one.kind])} · {one.host}
          {one.isSigned && ` · ${t('加签')}`} · {t('{n} 个订阅', { n: one.subscriptions })}
        </p>
      </div>
      <Button loading={test.isPending} onClick={() => test.mutate({ id: one.id })}>
        {t('发测试消息')}
      </Button>
      <Button type="link" onClick={onEdit}>
        {t('修改')}
      </Button>
      <Popconfirm
        title={t('删除群机器人「{name}」？', { name: one.name })}
        description={t('发到它的订阅改为只在系统内。')}
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutateAsync({ id: one.id })}
      >
        <Button type="link" danger>
          {t('删除')}
        </Button>
      </Popconfirm>
    </li>
  )
}

function WebhookForm({ form, onClose }: { form: Webhook | 'new' | null; onClose: () => void }) {
  if (form === null) return null
  if (form === 'new') {
    return (
      <FormModal
        open
        onClose={onClose}
        title={t('添加群机器人')}
        endpoint={webhooks.create}
        fields={fields('')}
        defaults={{ kind: 'wecom' }}
      />
    )
  }
  const title = t('修改群机器人「{name}」', { name: form.name })
  return (
    <FormModal
      open
      onClose={onClose}
      title={title}
      endpoint={webhooks.update}
      fields={fields(t('不填则保持不变'))}
      record={form}
    />
  )
}

type Key = 'name' | 'kind' | 'url' | 'secret'

/** URL and secret are `secret` fields, which drafts do not save. */
const fields = (placeholder: string): FormPart<Key>[] => [
  { key: 'name', placeholder: t('例如：运营群') },
  {
    key: 'kind',
    kind: 'select',
    options: Object.entries(kindNames).map(([value, name]) => ({ value, label: t(name) })),
  },
  { key: 'url', secret: true, placeholder: placeholder || 'https://' },
  {
    key: 'secret',
    secret: true,
    placeholder,
    hint: t('机器人开启了加签时填写'),
    when: ({ kind }) => kind !== 'wecom',
  },
]
