export const webhooks: Record<string, string> = {
  机器人地址: 'Robot address',
  加签密钥: 'Signing secret',
  '已有 {n} 个群机器人，不能再增加，请先删除不用的。':
    'There are {n} group robots already; no more fit. Please delete those that are not used.',
  '这不是一个网址，请从群机器人的设置页复制完整地址。':
    "This is no web address. Please copy the whole address from the robot's settings.",
  '只接受 https:// 开头、不带端口和密码的地址。':
    'Only addresses that begin with https:// and hold no port and no password are accepted.',
  '不能发送到这个域名，只能是：{hosts}。': 'Nothing is sent to this host, only to: {hosts}.',
  '对方要求转到别的地址，没有跟随，消息没有送达。请重新复制机器人地址。':
    'The other side redirects elsewhere, which was not followed; the message did not arrive. Please copy the address of the robot again.',
  '这个域名指向内部网络的地址，为安全起见没有发送。请联系管理员检查域名解析。':
    'This host leads to an address of an internal network, so nothing was sent. Please have an administrator check its name service.',
  '对方 3 秒内没有答复，消息可能没有送达。':
    'The other side did not answer within 3 seconds; the message may not have arrived.',
  '对方的答复不是机器人的答复，消息可能没有送达。请检查机器人地址。':
    "The answer is not a robot's; the message may not have arrived. Please check the address of the robot.",
  '连接不上对方，消息没有送达。请检查服务器的网络。':
    "The other side cannot be reached; the message did not arrive. Please check the server's network.",
  '机器人没有接受这条消息（代码 {code}）。请检查它的安全设置：关键词、加签或 IP 名单。':
    'The robot did not take the message (code {code}). Please check its security settings: keywords, signature or IP list.',
  '同名的群机器人已经存在，请换一个名称。':
    'A group robot of that name exists already. Please choose another name.',
  '这是一条测试消息：{company}的「{name}」可以收到后台的订阅了。':
    'This is a test message: "{name}" of {company} can now receive subscriptions from the console.',
  '地址加密保存，不会再显示': 'The address is kept encrypted and not shown again',
  '在企业微信、钉钉或飞书的群设置里添加自定义机器人，把它的地址复制到这里。':
    'Add a custom robot in the settings of a WeCom, DingTalk or Feishu group, and copy its address to here.',
  '测试消息已送达，请到群里看看': 'The test message was delivered; please look into the group',
  群机器人已删除: 'Group robot deleted',
  加签: 'signed',
  '{n} 个订阅': '{n} {n:subscription|subscriptions}',
  发测试消息: 'Send a test',
  '删除群机器人「{name}」？': 'Delete the group robot "{name}"?',
  '发到它的订阅改为只在系统内。': 'Subscriptions that go to it stay in the console only.',
  '修改群机器人「{name}」': 'Change the group robot "{name}"',
  不填则保持不变: 'Left empty, it stays as it is',
  '例如：运营群': 'For example: Operations',
  机器人开启了加签时填写: 'Where the robot asks for signatures',
}
