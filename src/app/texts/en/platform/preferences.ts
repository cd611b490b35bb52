export const preferences: Record<string, string> = {
  设置名称: 'Setting',
  请填写设置内容: "Please enter the setting's value",
  '设置内容太长，最多 4 KiB': 'The setting is too long, at most 4 KiB',
  设置内容: 'Value',
  '您保存的界面设置已有 {n} 项，不能再增加，请先恢复一些列表的默认列。':
    'You have {n} display settings; no more fit. Please restore the default columns of some lists first.',
}
