import { App, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { ROLES } from '#access/permissions.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useSession, useUser } from '#kit/ui/user.tsx'
import { secondFactor } from './contract.ts'
import './SecondFactor.css'

/** The roles for which the company requires a second factor. */
export function RolesPanel() {
  const call = useCall(secondFactor.getRule, {}, { messagePlace: 'inPage' })
  return (
    <Panel title={t('必须开启两步验证的角色')} hint={t('只作用于您所在的公司')}>
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(data) => <Rule key={data.version} {...data} />}
      </Loaded>
    </Panel>
  )
}

function Rule({ roles, version }: { roles: number[]; version: number }) {
  const user = useUser()
  const { refresh } = useSession()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState(roles)
  const save = useAction(secondFactor.setRule, {
    onSuccess: async () => {
      message.success(t('已保存'))
      await refresh()
    },
  })
  const isChanged = [...chosen].sort().join() !== [...roles].sort().join()
  const affectsMe = chosen.includes(Number(user.role)) && !roles.includes(Number(user.role))
  return (
    <div className="factor-rule">
      <p>{t('选中的角色登录后，没有开启两步验证的人要先设置，才能使用其他功能。')}</p>
      <Checkbox.Group
        aria-label={t('必须开启两步验证的角色')}
        value={chosen}
        onChange={setChosen}
        options={roleChoices()}
      />
      {affectsMe && <p className="factor-line">{t('也包括您自己：您还没有开启的话，保存后请随即设置。')}</p>}
      <div>
        <Button
          type="primary"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate({ roles: chosen, version })}
        >
          {t('保存')}
        </Button>
      </div>
    </div>
  )
}

function roleChoices() {
  return [
    { value: ROLES.admin, label: t('管理员') },
    { value: ROLES.agent, label: t('客服（含组长）') },
    { value: ROLES.sales, label: t('商务') },
    { value: ROLES.finance, label: t('财务') },
  ]
}
