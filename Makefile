.PHONY: $(or $(MAKECMDGOALS),help)
$(or $(MAKECMDGOALS),help): ; @./run $@
