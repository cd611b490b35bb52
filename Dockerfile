# syntax=docker/dockerfile:1
# An image of one archive of `npm run release`: docker build --build-arg ARCHIVE=dist/release/houtai-….tar.gz .
ARG BASE=debian:12-slim
FROM ${BASE}
ARG ARCHIVE
ADD ${ARCHIVE} /opt/
RUN ln -s /opt/houtai-* /opt/houtai \
 && useradd --uid 10001 --no-log-init --no-create-home --shell /usr/sbin/nologin houtai \
 && install -d -o houtai -g houtai -m 0700 /var/lib/houtai
ENV DATA_DIR=/var/lib/houtai HOST=0.0.0.0 PORT=8000 LANG=C.UTF-8
USER 10001
WORKDIR /var/lib/houtai
VOLUME /var/lib/houtai
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["/opt/houtai/bin/houtai", "ready", "--once"]
ENTRYPOINT ["/opt/houtai/bin/houtai"]
CMD ["start"]
