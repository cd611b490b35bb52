import { Modal, Switch } from 'antd'
import { t } from '#kit/text.ts'
import type { ListKeys } from './useListKeys.tsx'
import './KeyHelp.css'

/** 键盘操作: the keys of a list. */
export function KeyHelp({ keys }: { keys: ListKeys }) {
  return (
    <Modal
      open={keys.help}
      onCancel={() => keys.setHelp(false)}
      footer={null}
      width={400}
      title={t('键盘操作')}
    >
      <dl className="key-help">
        <Key names={['/']} text={t('到搜索框；回车查询')} />
        <Key names={['Tab']} text={t('到表格的第一行')} />
        <Key names={['↑', '↓']} text={t('上一行、下一行')} />
        <Key names={['Home', 'End']} text={t('本页第一行、最后一行')} />
        <Key names={[t('回车')]} text={t('打开这一行')} />
        <Key names={[t('空格')]} text={t('选中或取消这一行')} />
        <Key names={['Esc']} text={t('退出全屏，关闭窗口')} />
        <Key names={['?']} text={t('打开这个说明')} />
      </dl>
      <div className="key-help-single">
        <Switch
          size="small"
          id="single-keys"
          checked={keys.single}
          onChange={(on) => keys.setSingle(on)}
          aria-label={t('启用 / 和 ? 单键')}
        />
        <label htmlFor="single-keys">{t('启用 / 和 ? 单键')}</label>
      </div>
    </Modal>
  )
}

function Key({ names, text }: { names: string[]; text: string }) {
  return (
    <div>
      <dt>
        {names.map((name) => (
          <kbd key={name}>{name}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  )
}
